package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.orbweaver.census.OnDisk;

/** The names of one snapshot's two files, and how they come into being: whole or not at all. */
record SnapshotFiles(Path parquet, String name) {
  static final String PARQUET = ".parquet";
  static final String EDGES = ".edges" + PARQUET;
  private static final String JSON = ".json";
  private static final String UNFINISHED = ".part";

  static SnapshotFiles toWrite(Path folder, String name) throws IOException {
    if (!name.matches("[\\w][\\w.+-]*")) {
      throw new SnapshotException(
          "a snapshot's name has letters, digits and . _ + - only, not \"" + name + '"');
    }
    Files.createDirectories(folder);
    return new SnapshotFiles(folder.resolve(name + PARQUET), name);
  }

  static SnapshotFiles ofParquet(Path parquet) {
    String file = parquet.getFileName().toString();
    String name =
        file.endsWith(PARQUET) ? file.substring(0, file.length() - PARQUET.length()) : file;
    return new SnapshotFiles(parquet, name);
  }

  Path json() {
    return parquet.resolveSibling(name + JSON);
  }

  Path unfinishedParquet() {
    return parquet.resolveSibling(name + PARQUET + UNFINISHED);
  }

  private Path unfinishedJson() {
    return parquet.resolveSibling(name + JSON + UNFINISHED);
  }

  /** Makes both files visible, after their bytes are on disk. */
  void publish(SnapshotInfo info) throws IOException {
    describe(info);
    OnDisk.moveIntoPlace(unfinishedParquet(), parquet());
  }

  /** Makes the description visible, in place of an earlier one. */
  void describe(SnapshotInfo info) throws IOException {
    Files.writeString(unfinishedJson(), info.toJson());
    OnDisk.moveIntoPlace(unfinishedJson(), json());
  }

  void discardUnfinished() {
    try {
      Files.deleteIfExists(unfinishedJson());
      Files.deleteIfExists(unfinishedParquet());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the unfinished snapshot " + name, e);
    }
  }
}
