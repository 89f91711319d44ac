/**
 * How this program keeps tables on disk: {@link org.orbweaver.archive.rocks.ColumnFamilies} opens a
 * RocksDB for the capture index, the frontier and a peer's disk alike, as a {@link
 * org.orbweaver.archive.rocks.Layout} says, and closes all that RocksDB holds outside Java's heap.
 */
@NullMarked
package org.orbweaver.archive.rocks;

import org.jspecify.annotations.NullMarked;
