/** What was fetched, kept: WARC files and the capture index over them. */
@NullMarked
package org.orbweaver.archive;

import org.jspecify.annotations.NullMarked;
