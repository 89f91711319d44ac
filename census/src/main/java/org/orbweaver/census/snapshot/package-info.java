/**
 * Snapshots as files: {@code NAME.parquet}, a row for each node, beside {@code NAME.json}, which
 * says how it was taken.
 *
 * <p>A crawl hands its nodes over as {@link org.orbweaver.census.snapshot.SnapshotRow}s to a {@link
 * org.orbweaver.census.snapshot.SnapshotWriter}, which keeps them in DuckDB, beyond memory on disk,
 * and at the end writes them sorted by ID together with a {@link
 * org.orbweaver.census.snapshot.SnapshotInfo}; both files appear whole or not at all. {@link
 * org.orbweaver.census.snapshot.Snapshot} finds and opens them again, and a {@link
 * org.orbweaver.census.snapshot.SnapshotReader} goes through the rows in the order of their IDs.
 * {@link org.orbweaver.census.snapshot.EdgeWriter} keeps who listed whom, for graphs.
 *
 * <p>The columns are documented in docs/snapshots.md; {@link
 * org.orbweaver.census.snapshot.SnapshotSchema} holds them.
 */
@NullMarked
package org.orbweaver.census.snapshot;

import org.jspecify.annotations.NullMarked;
