/**
 * What was fetched, kept. A {@link org.orbweaver.archive.WarcCollection} is a directory of WARC
 * files and the index over them: captures are sealed into compressed records by whoever fetched
 * them, appended in order by one writer, and found again by address and time.
 */
@NullMarked
package org.orbweaver.archive;

import org.jspecify.annotations.NullMarked;
