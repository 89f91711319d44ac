/**
 * The ledger's disk for real: {@link org.orbweaver.app.disk.RocksDisk} keeps entries in RocksDB,
 * sorted by key, {@link org.orbweaver.app.disk.PieceDisk} what tasks brought. Writes go to the
 * log's buffer at once; {@code sync} has {@link org.orbweaver.app.disk.GroupCommit} sync the log to
 * the disk, one call for all that waited while the last one ran, and only then says so. So nothing
 * is acknowledged that a {@code kill -9} or a power cut could undo.
 */
@NullMarked
package org.orbweaver.app.disk;

import org.jspecify.annotations.NullMarked;
