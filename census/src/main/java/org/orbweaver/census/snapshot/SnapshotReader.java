package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Goes through one snapshot's rows, in the order of the file, without holding them all. */
public final class SnapshotReader implements AutoCloseable {
  private final Path parquet;
  private final ScratchFolder scratch;
  private final Connection connection;
  private final Statement statement;
  private final ResultSet rows;

  private SnapshotReader(Path parquet, ScratchFolder scratch, Connection connection)
      throws SQLException {
    this.parquet = parquet;
    this.scratch = scratch;
    this.connection = connection;
    statement = connection.createStatement();
    statement.execute("SET preserve_insertion_order = true");
    rows =
        statement.executeQuery(
            "SELECT "
                + SnapshotSchema.names()
                + " FROM read_parquet("
                + DuckDb.quoted(parquet)
                + ")");
  }

  static SnapshotReader open(Path parquet) {
    ScratchFolder scratch;
    try {
      scratch = ScratchFolder.temporary();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder", e);
    }
    try {
      return new SnapshotReader(parquet, scratch, DuckDb.open(scratch.path()));
    } catch (SQLException e) {
      scratch.close();
      throw unreadable(parquet, e);
    }
  }

  /** Fails if the file is no whole Parquet file, or not one of nodes. */
  static void check(Path parquet) {
    // DuckDB reads a Parquet file's end first, where the columns and the number of rows stand.
    open(parquet).close();
  }

  /** The next row; null after the last. */
  public @Nullable SnapshotRow next() {
    try {
      return rows.next() ? row() : null;
    } catch (SQLException e) {
      throw unreadable(parquet, e);
    }
  }

  public void forEach(Consumer<SnapshotRow> consumer) {
    for (SnapshotRow row = next(); row != null; row = next()) {
      consumer.accept(row);
    }
  }

  private SnapshotRow row() throws SQLException {
    Endpoint endpoint = endpoint(rows.getBytes(3), rows.getInt(4));
    int roundTrip = rows.getInt(8);
    boolean withoutRoundTrip = rows.wasNull();
    String error = rows.getString(14);
    return new SnapshotRow(
        Key.read(rows.getBytes(1), 0),
        endpoint,
        rows.getLong(5),
        rows.getLong(6),
        rows.getBoolean(7),
        withoutRoundTrip ? SnapshotRow.NO_ANSWER : roundTrip,
        ClientVersion.parse(rows.getString(9)),
        rows.getBoolean(10),
        rows.getInt(12),
        rows.getInt(13),
        error == null ? ErrorClass.NONE : ErrorClass.ofLabel(error));
  }

  private static Endpoint endpoint(byte[] ip, int port) {
    // A key's first 128 bits are laid out as an address is.
    byte[] padded = new byte[Key.BYTES];
    System.arraycopy(ip, 0, padded, 0, ip.length);
    Key bits = Key.read(padded, 0);
    return new Endpoint(bits.high(), bits.middle(), port);
  }

  private static SnapshotException unreadable(Path parquet, SQLException cause) {
    return new SnapshotException(
        "the snapshot "
            + parquet
            + " cannot be read ("
            + DuckDb.reason(cause)
            + "): it is damaged, was cut off, or is no snapshot",
        cause);
  }

  @Override
  public void close() {
    try (scratch;
        connection;
        statement) {
      rows.close();
    } catch (SQLException e) {
      throw unreadable(parquet, e);
    }
  }
}
