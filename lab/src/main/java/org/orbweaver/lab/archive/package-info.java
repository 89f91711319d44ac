/**
 * The archive's claims, tried with a real browser: that nothing leaves it ({@link
 * org.orbweaver.lab.archive.LeakExperiment}), that pages look as they did ({@link
 * org.orbweaver.lab.archive.PixelExperiment}), and what a large index costs ({@link
 * org.orbweaver.lab.archive.ArchiveIndexExperiment}).
 */
@NullMarked
package org.orbweaver.lab.archive;

import org.jspecify.annotations.NullMarked;
