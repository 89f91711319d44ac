package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Writes one snapshot: rows in any order, then {@link #finish}. Rows wait in DuckDB, which keeps
 * within its memory and spills the rest beside the snapshot; they are written sorted by ID, so that
 * a part of the ID space is a part of the file and equal snapshots are equal files.
 *
 * <p>Nothing of the snapshot is to be seen before it is whole: both files are written under other
 * names and renamed, the description first, so that a Parquet file never lacks it. Closing without
 * {@code finish} leaves nothing.
 */
public final class SnapshotWriter implements AutoCloseable {
  private static final int ROW_GROUP = 122_880;

  private final SnapshotFiles files;
  private final ScratchFolder scratch;
  private final DuckDBConnection connection;
  private final DuckDBAppender appender;
  private final byte[] id = new byte[Key.BYTES];
  private final byte[] address = new byte[16];
  private long rows;
  private long answered;

  /**
   * @param folder made if it does not exist
   * @param name of the snapshot and, with their endings, of its files
   */
  public SnapshotWriter(Path folder, String name) throws IOException {
    files = SnapshotFiles.toWrite(folder, name);
    scratch = ScratchFolder.in(folder);
    try {
      connection = DuckDb.open(scratch.path());
      try (Statement statement = connection.createStatement()) {
        statement.execute(SnapshotSchema.createTable());
      }
      appender = connection.createAppender("nodes");
    } catch (SQLException e) {
      scratch.close();
      throw failed(e);
    }
  }

  public void add(SnapshotRow row) {
    add(row, row.endpoint().isGlobal());
  }

  /** Where the row's address is a pseudonym, which does not tell whether it is reachable. */
  public void add(SnapshotRow row, boolean reachable) {
    try {
      append(row, reachable);
    } catch (SQLException e) {
      throw failed(e);
    }
    rows++;
    answered += row.answered() ? 1 : 0;
  }

  private void append(SnapshotRow row, boolean reachable) throws SQLException {
    Endpoint endpoint = row.endpoint();
    row.id().write(id, 0);
    ByteBuffer.wrap(address).putLong(endpoint.high()).putLong(endpoint.low());
    appender.beginRow();
    appender.append(id);
    appender.append(endpoint.addressText());
    appender.append(address);
    appender.append(endpoint.port());
    appender.append(row.firstSeen());
    appender.append(row.lastSeen());
    appender.append(row.answered());
    if (row.roundTripMicros() < 0) {
      appender.appendNull();
    } else {
      appender.append(row.roundTripMicros());
    }
    appender.append(ClientVersion.text(row.version()));
    appender.append(row.conforms());
    appender.append(reachable);
    appender.append(row.sources());
    appender.append(row.asked());
    appender.append(row.error() == ErrorClass.NONE ? null : row.error().label());
    appender.endRow();
  }

  /** How many of the rows are nodes that answered. */
  public long answered() {
    return answered;
  }

  /** Puts the snapshot in its place. Nothing can be added any more. */
  public Snapshot finish(SnapshotInfo info) throws IOException {
    try (Statement statement = connection.createStatement()) {
      appender.close();
      statement.execute(
          "COPY (SELECT * FROM nodes ORDER BY id, ip, port) TO "
              + DuckDb.quoted(files.unfinishedParquet())
              + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
              + ROW_GROUP
              + ")");
    } catch (SQLException e) {
      throw failed(e);
    }
    SnapshotInfo counted = info.counting(rows, answered);
    files.publish(counted);
    return new Snapshot(files.name(), files.parquet(), counted);
  }

  private SnapshotException failed(SQLException cause) {
    return new SnapshotException(
        "cannot write the snapshot " + files.parquet() + ": " + DuckDb.reason(cause), cause);
  }

  @Override
  public void close() {
    try (connection;
        scratch) {
      appender.close();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      files.discardUnfinished();
    }
  }
}
