/**
 * The archive's daily work between its engine and the commands: what a data directory holds ({@link
 * org.orbweaver.app.archive.Holdings}), and slices of it that leave ({@link
 * org.orbweaver.app.archive.SliceFile}).
 */
@NullMarked
package org.orbweaver.app.archive;

import org.jspecify.annotations.NullMarked;
