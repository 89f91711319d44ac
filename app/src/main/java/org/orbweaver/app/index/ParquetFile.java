package org.orbweaver.app.index;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Parquet from JSON lines and back, files of the torrents included. DuckDB, which the census brings
 * along anyway, writes better Parquet than we ever would.
 */
public final class ParquetFile {
  private static final String COLUMNS =
      "{hash: 'VARCHAR', v2Hash: 'VARCHAR', name: 'VARCHAR', size: 'BIGINT', added: 'BIGINT',"
          + " seeders: 'INTEGER', leechers: 'INTEGER', tags: 'VARCHAR[]',"
          + " files: 'STRUCT(path VARCHAR, length BIGINT)[]'}";

  /** A line of a torrent with 200,000 files. */
  private static final int LONGEST_LINE = 256 << 20;

  private ParquetFile() {}

  public static void write(Path lines, Path parquet) throws IOException {
    run(
        "COPY (SELECT * FROM read_json('%s', format = 'newline_delimited', columns = %s,"
                .formatted(quoted(lines), COLUMNS)
            + " maximum_object_size = %d)) TO '%s' (FORMAT parquet, COMPRESSION zstd)"
                .formatted(LONGEST_LINE, quoted(parquet)));
  }

  static void read(Path parquet, Path lines) throws IOException {
    run(
        "COPY (SELECT * FROM read_parquet('%s')) TO '%s' (FORMAT json)"
            .formatted(quoted(parquet), quoted(lines)));
  }

  private static void run(String sql) throws IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("SET preserve_insertion_order = true");
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IOException("Parquet failed: " + e.getMessage(), e);
    }
  }

  private static String quoted(Path path) {
    return path.toAbsolutePath().toString().replace("'", "''");
  }
}
