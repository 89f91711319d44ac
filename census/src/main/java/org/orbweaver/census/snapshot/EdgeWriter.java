package org.orbweaver.census.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.orbweaver.census.OnDisk;
import org.orbweaver.census.duckdb.DuckDb;
import org.orbweaver.kademlia.Key;

/**
 * Writes who listed whom while a snapshot was taken: {@code NAME.edges.parquet}, columns {@code
 * source} and {@code listed}, 20-byte IDs both, each pair once. A crawl that does not ask every
 * node for every bucket sees a part of the graph only.
 */
public final class EdgeWriter implements AutoCloseable {
  private final Path target;
  private final Path unfinished;
  private final ScratchFolder scratch;
  private final DuckDBConnection connection;
  private final DuckDBAppender appender;

  public EdgeWriter(Path folder, String name) throws IOException {
    SnapshotFiles.toWrite(folder, name);
    target = folder.resolve(name + SnapshotFiles.EDGES);
    unfinished = folder.resolve(name + SnapshotFiles.EDGES + ".part");
    scratch = ScratchFolder.in(folder);
    try {
      connection = DuckDb.open(scratch.path());
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE edges (source BLOB, listed BLOB)");
      }
      appender = connection.createAppender("edges");
    } catch (SQLException e) {
      scratch.close();
      throw failed(e);
    }
  }

  public void add(Key source, Key listed) {
    try {
      appender.beginRow();
      appender.append(source.toBytes());
      appender.append(listed.toBytes());
      appender.endRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Puts the file in its place and returns it. */
  public Path finish() throws IOException {
    try (Statement statement = connection.createStatement()) {
      appender.close();
      statement.execute(
          "COPY (SELECT DISTINCT source, listed FROM edges ORDER BY source, listed) TO "
              + DuckDb.quoted(unfinished)
              + " (FORMAT parquet, COMPRESSION zstd)");
    } catch (SQLException e) {
      throw failed(e);
    }
    OnDisk.moveIntoPlace(unfinished, target);
    return target;
  }

  private SnapshotException failed(SQLException cause) {
    return new SnapshotException(
        "cannot write the edges " + target + ": " + DuckDb.reason(cause), cause);
  }

  @Override
  public void close() throws IOException {
    try (connection;
        scratch) {
      appender.close();
    } catch (SQLException e) {
      throw failed(e);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
