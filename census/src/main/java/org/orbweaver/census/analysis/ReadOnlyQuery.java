package org.orbweaver.census.analysis;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * Lets queries pass and nothing else: {@code COPY … TO} a snapshot would replace it. DuckDB's own
 * parser decides, which can write out queries only.
 */
final class ReadOnlyQuery {
  private static final Pattern LOOK =
      Pattern.compile("(?is)\\s*(describe|show|summarize)\\s+\\w+\\s*;?\\s*");

  private final Connection connection;

  ReadOnlyQuery(Connection connection) {
    this.connection = connection;
  }

  void require(String sql) throws SQLException {
    if (LOOK.matcher(sql).matches()) {
      return;
    }
    String parsed = "SELECT j->>'error', j->>'error_message' FROM (SELECT json_serialize_sql(?) j)";
    try (PreparedStatement parse = connection.prepareStatement(parsed)) {
      parse.setString(1, sql);
      try (ResultSet result = parse.executeQuery()) {
        if (result.next() && "true".equals(result.getString(1))) {
          throw new AnalysisException(SqlProblem.sentence(result.getString(2)), null);
        }
      }
    }
  }
}
