package org.orbweaver.census.duckdb;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/**
 * Opens a DuckDB that lives in memory and spills into a folder when it may not take more. Left to
 * itself, DuckDB takes four fifths of the machine, spills into the working directory and downloads
 * extensions when a query seems to want one; here it does none of that.
 */
public final class DuckDb {
  /** Enough to sort 16.4 million rows, the rest of which spills. */
  private static final String MEMORY = "1GB";

  private DuckDb() {}

  /**
   * @param spill an existing folder for what does not fit into memory; removed files are DuckDB's
   *     business
   */
  public static DuckDBConnection open(Path spill) throws SQLException {
    Properties settings = new Properties();
    settings.setProperty("memory_limit", System.getProperty("orb.duckdb.memory", MEMORY));
    settings.setProperty("threads", Integer.toString(threads()));
    settings.setProperty("temp_directory", spill.toString());
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    settings.setProperty("allow_community_extensions", "false");
    // Rows come sorted or are sorted on purpose; keeping their order otherwise costs memory.
    settings.setProperty("preserve_insertion_order", "false");
    settings.setProperty("jdbc_stream_results", "true");
    DuckDBConnection connection =
        (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:", settings);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET TimeZone = 'UTC'");
    }
    return connection;
  }

  private static int threads() {
    return Math.max(1, Runtime.getRuntime().availableProcessors());
  }

  /** A text as SQL writes it: quoted, its quotes doubled. */
  public static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** A file name as SQL writes it. */
  public static String quoted(Path file) {
    return quoted(file.toString());
  }

  /** The first line of what DuckDB says, without the kind of error that it begins with. */
  public static String reason(SQLException problem) {
    String message = String.valueOf(problem.getMessage());
    String line = message.lines().findFirst().orElse(message);
    return line.replaceFirst("^(java\\.sql\\.\\w+: )?[A-Z]\\w*( [A-Z]\\w*)? Error: ", "");
  }
}
