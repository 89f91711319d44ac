package org.orbweaver.census.analysis;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.census.snapshot.ScratchFolder;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;

/**
 * What every engine reads: the snapshots' own files and two made for the occasion, as Parquet too,
 * so that all engines read the same bytes. They are gone when this is closed.
 *
 * @param snapshots earliest first, all with different names
 * @param snapshotTable a row for each of them
 * @param placeTable a row for each address; empty if no database of places was given
 */
public record AnalysisTables(
    List<Snapshot> snapshots, Path snapshotTable, Path placeTable, ScratchFolder scratch)
    implements AutoCloseable {
  private static final String SNAPSHOT_COLUMNS =
      """
      number INTEGER, snapshot VARCHAR, started BIGINT, ended BIGINT, strategy VARCHAR, mode VARCHAR,
      prefix VARCHAR, packets BIGINT, answers BIGINT, estimated_live DOUBLE, estimated_nodes DOUBLE,
      estimated_recall DOUBLE, planted BIGINT, planted_found BIGINT
      """;

  /** Fills in where addresses are. */
  @FunctionalInterface
  public interface PlaceLookup {
    /** The table {@code places} exists and is empty; {@code nodes} can be read. */
    void fill(Connection connection) throws SQLException;

    /** Where nothing is known of places. */
    PlaceLookup NONE = connection -> {};
  }

  public AnalysisTables {
    snapshots = List.copyOf(snapshots);
  }

  /**
   * @param scratch is closed with the tables; on a cluster it must be a folder that all machines
   *     see, as the snapshots' own
   */
  public static AnalysisTables prepare(
      List<Snapshot> snapshots, PlaceLookup places, ScratchFolder scratch) {
    Path snapshotTable = scratch.path().resolve("snapshots.parquet");
    Path placeTable = scratch.path().resolve("places.parquet");
    try (Connection connection = DuckDb.open(scratch.path());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE snapshots (" + SNAPSHOT_COLUMNS + ")");
      insert(snapshots, connection);
      statement.execute(
          "CREATE TABLE places (ip BLOB, country VARCHAR, asn BIGINT, network VARCHAR)");
      statement.execute("CREATE VIEW nodes AS " + nodes(snapshots));
      places.fill(connection);
      statement.execute("COPY snapshots TO " + DuckDb.quoted(snapshotTable) + " (FORMAT parquet)");
      statement.execute("COPY places TO " + DuckDb.quoted(placeTable) + " (FORMAT parquet)");
    } catch (SQLException e) {
      scratch.close();
      throw new AnalysisException("cannot prepare the snapshots: " + DuckDb.reason(e), e);
    }
    return new AnalysisTables(snapshots, snapshotTable, placeTable, scratch);
  }

  /** The rows of all snapshots as DuckDB reads them; the name comes first. */
  static String nodes(List<Snapshot> snapshots) {
    String files =
        String.join(", ", snapshots.stream().map(each -> DuckDb.quoted(each.parquet())).toList());
    return "SELECT parse_filename(filename, true) AS snapshot, * EXCLUDE (filename) FROM"
        + " read_parquet(["
        + files
        + "], filename = true)";
  }

  private static void insert(List<Snapshot> snapshots, Connection connection) throws SQLException {
    String row = "INSERT INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (PreparedStatement insert = connection.prepareStatement(row)) {
      for (int number = 1; number <= snapshots.size(); number++) {
        Snapshot snapshot = snapshots.get(number - 1);
        SnapshotInfo info = snapshot.info();
        SnapshotInfo.Estimate estimate = info.estimate();
        SnapshotInfo.Planted planted = info.planted();
        insert.setInt(1, number);
        insert.setString(2, snapshot.name());
        insert.setLong(3, info.startedMicros());
        insert.setLong(4, info.endedMicros());
        insert.setString(5, info.strategy());
        insert.setString(6, info.mode());
        insert.setString(7, info.prefix());
        insert.setLong(8, info.packets());
        insert.setLong(9, info.answers());
        set(insert, 10, estimate == null ? null : estimate.liveNodes());
        set(insert, 11, estimate == null ? null : estimate.nodes());
        set(insert, 12, estimate == null ? null : estimate.recall());
        set(insert, 13, planted == null ? null : (long) planted.nodes());
        set(insert, 14, planted == null ? null : (long) planted.found());
        insert.execute();
      }
    }
  }

  private static void set(PreparedStatement insert, int column, @Nullable Object value)
      throws SQLException {
    insert.setObject(column, value);
  }

  @Override
  public void close() {
    scratch.close();
  }
}
