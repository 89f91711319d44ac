/**
 * The archive's claims, tried with a real browser: that nothing leaves it ({@link
 * org.orbweaver.lab.archive.LeakExperiment}) and that pages look as they did ({@link
 * org.orbweaver.lab.archive.PixelExperiment}).
 */
@NullMarked
package org.orbweaver.lab.archive;

import org.jspecify.annotations.NullMarked;
