/**
 * Whether a collection is sound, and what is in it. {@link
 * org.orbweaver.archive.verify.CollectionCheck} reads every record and compares digests, lengths
 * and index; {@link org.orbweaver.archive.verify.CollectionStatistics} gives the table Herodotus §3
 * begins with, for one's own crawl.
 */
@NullMarked
package org.orbweaver.archive.verify;

import org.jspecify.annotations.NullMarked;
