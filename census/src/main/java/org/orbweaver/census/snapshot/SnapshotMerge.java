package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.kademlia.Prefix;

/**
 * Joins the parts of a snapshot. A node that several parts hold, because they overlap, is kept once
 * for each of its addresses, as it was seen last.
 */
public final class SnapshotMerge {
  private final List<Snapshot> parts;

  public SnapshotMerge(List<Snapshot> parts) {
    if (parts.isEmpty()) {
      throw new SnapshotException("there are no parts to merge");
    }
    this.parts = List.copyOf(parts);
  }

  /** The days on which the parts were begun, in order, as numbers since the epoch. */
  public List<Long> days() {
    return parts.stream()
        .map(part -> Math.floorDiv(part.info().startedMicros(), 86_400_000_000L))
        .distinct()
        .sorted()
        .toList();
  }

  /** The largest subspaces that no part covers, in the order of their keys. */
  public List<Prefix> missing() {
    return missing(Prefix.WHOLE_SPACE);
  }

  /** The same within a part of the space. */
  public List<Prefix> missing(Prefix space) {
    List<Prefix> missing = new ArrayList<>();
    List<Prefix> covered =
        parts.stream().map(part -> Prefix.parse(part.info().prefix())).sorted().toList();
    findMissing(space, covered, missing);
    return missing;
  }

  private static void findMissing(Prefix space, List<Prefix> covered, List<Prefix> missing) {
    if (covered.stream().anyMatch(part -> part.contains(space))) {
      return;
    }
    List<Prefix> inside = covered.stream().filter(space::contains).toList();
    if (inside.isEmpty()) {
      missing.add(space);
    } else {
      findMissing(space.child(false), inside, missing);
      findMissing(space.child(true), inside, missing);
    }
  }

  /** Writes the whole; the parts stay. */
  public Snapshot write(Path folder, String name) throws IOException {
    SnapshotFiles files = SnapshotFiles.toWrite(folder, name);
    try (ScratchFolder scratch = ScratchFolder.beside(files.parquet());
        DuckDBConnection connection = DuckDb.open(scratch.path());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "COPY (SELECT %s FROM read_parquet([%s]) QUALIFY row_number() OVER "
                  .formatted(SnapshotSchema.names(), partFiles())
              + "(PARTITION BY id, ip, port ORDER BY last_seen DESC, answered DESC) = 1 "
              + "ORDER BY id, ip, port) TO "
              + DuckDb.quoted(files.unfinishedParquet())
              + " (FORMAT parquet, COMPRESSION zstd)");
      SnapshotInfo info = count(statement, files.unfinishedParquet());
      files.publish(info);
      return new Snapshot(files.name(), files.parquet(), info);
    } catch (SQLException e) {
      throw new SnapshotException(
          "cannot merge into " + files.parquet() + ": " + DuckDb.reason(e), e);
    } finally {
      files.discardUnfinished();
    }
  }

  private String partFiles() {
    return parts.stream()
        .map(part -> DuckDb.quoted(part.parquet()))
        .collect(Collectors.joining(", "));
  }

  private SnapshotInfo count(Statement statement, Path merged) throws SQLException {
    try (var rows =
        statement.executeQuery(
            "SELECT count(*), count(*) FILTER (answered) FROM read_parquet("
                + DuckDb.quoted(merged)
                + ")")) {
      rows.next();
      List<SnapshotInfo> infos = parts.stream().map(Snapshot::info).toList();
      return MergedInfo.of(infos, missing()).counting(rows.getLong(1), rows.getLong(2));
    }
  }
}
