package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.util.List;

/** What is found out about a snapshot later and goes into its description. */
public final class SnapshotNotes {
  private SnapshotNotes() {}

  /** Adds how full routing tables are; the rows stay as they are. */
  public static void addBuckets(Snapshot snapshot, List<SnapshotInfo.Bucket> buckets)
      throws IOException {
    SnapshotInfo info = snapshot.info();
    SnapshotFiles.ofParquet(snapshot.parquet()).describe(info.with(buckets, info.settings()));
  }
}
