package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * A snapshot on disk.
 *
 * @param name the file's name without its ending
 * @param parquet where its rows are
 */
public record Snapshot(String name, Path parquet, SnapshotInfo info) {
  /**
   * Opens {@code NAME.parquet} and, if it is there, {@code NAME.json} beside it. The rows are
   * looked at, so a damaged file is found here and not in the middle of an analysis.
   */
  public static Snapshot open(Path parquet) {
    if (!Files.isRegularFile(parquet)) {
      throw new SnapshotException(
          "there is no snapshot " + parquet + "; orb census take makes one");
    }
    SnapshotFiles files = SnapshotFiles.ofParquet(parquet);
    SnapshotReader.check(parquet);
    return new Snapshot(files.name(), parquet, readInfo(files.json()));
  }

  /**
   * Opens the snapshots that these files and folders hold, earliest first. From a folder all are
   * taken; edges are left alone.
   */
  public static List<Snapshot> openAll(List<Path> filesAndFolders) {
    List<Snapshot> snapshots = new ArrayList<>();
    for (Path given : filesAndFolders) {
      for (Path parquet : Files.isDirectory(given) ? inFolder(given) : List.of(given)) {
        snapshots.add(open(parquet));
      }
    }
    snapshots.sort(
        Comparator.<Snapshot>comparingLong(each -> each.info().startedMicros())
            .thenComparing(Snapshot::name));
    requireDifferentNames(snapshots);
    return snapshots;
  }

  /** Goes through the rows in the order of their IDs. */
  public SnapshotReader read() {
    return SnapshotReader.open(parquet);
  }

  private static List<Path> inFolder(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found = files.filter(Snapshot::isSnapshot).sorted().toList();
      if (found.isEmpty()) {
        throw new SnapshotException(
            "there is no snapshot in the folder " + folder + "; orb census take makes one");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list the folder " + folder, e);
    }
  }

  private static boolean isSnapshot(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(SnapshotFiles.PARQUET) && !name.endsWith(SnapshotFiles.EDGES);
  }

  private static void requireDifferentNames(List<Snapshot> snapshots) {
    Set<String> names = new HashSet<>();
    for (Snapshot each : snapshots) {
      if (!names.add(each.name())) {
        throw new SnapshotException(
            "two snapshots are named " + each.name() + ": rename one of them, or give it once");
      }
    }
  }

  private static SnapshotInfo readInfo(Path json) {
    if (!Files.exists(json)) {
      return SnapshotInfo.UNKNOWN;
    }
    try {
      return SnapshotInfo.parse(Files.readString(json));
    } catch (IOException | JacksonException e) {
      throw new SnapshotException(
          "the description " + json + " is damaged: restore it, or remove it to go on without", e);
    }
  }
}
