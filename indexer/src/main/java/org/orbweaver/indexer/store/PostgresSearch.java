package org.orbweaver.indexer.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.IndexQuery.Term;
import org.orbweaver.indexer.search.SearchQuery;

/**
 * Searching in PostgreSQL's GIN index. The planner knows how frequent words are but not which plan
 * is quick for us, so it is asked for the one and told the other.
 */
final class PostgresSearch implements SearchStatements {
  private static final Pattern ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

  private final String match;

  PostgresSearch(IndexQuery query) {
    String required =
        query.groups().stream().map(PostgresSearch::anyOf).collect(Collectors.joining(" & "));
    match = query.excluded().isEmpty() ? required : required + " & !" + anyOf(query.excluded());
  }

  private static String anyOf(List<Term> terms) {
    return terms.stream()
        .map(term -> "'" + term.word() + "'" + (term.prefix() ? ":*" : ""))
        .collect(Collectors.joining(" | ", "(", ")"));
  }

  /** The planner's estimate, from its list of frequent words. */
  @Override
  public long matches(Connection connection, int cap) throws SQLException {
    try (PreparedStatement explain =
        connection.prepareStatement(
            "EXPLAIN (FORMAT JSON) SELECT id FROM words WHERE words @@ '"
                + match.replace("'", "''")
                + "'::tsquery")) {
      try (ResultSet row = explain.executeQuery()) {
        row.next();
        Matcher rows = ROWS.matcher(row.getString(1));
        return rows.find() ? Math.min(Long.parseLong(rows.group(1)), cap) : cap;
      }
    }
  }

  @Override
  public Found gather(Connection connection, SearchQuery query, Order order, int limit, int offset)
      throws SQLException {
    force(connection, "enable_seqscan");
    return select(
        connection,
        "WITH found AS MATERIALIZED (SELECT id FROM words WHERE words @@ ?::tsquery)"
            + " SELECT s.id, count(*) OVER () FROM found JOIN swarm s ON s.id = found.id WHERE true"
            + Filters.of(query)
            + " ORDER BY "
            + order.clause(),
        limit,
        offset);
  }

  @Override
  public Found walk(
      Connection connection, SearchQuery query, Order order, int limit, int offset, int steps)
      throws SQLException {
    force(
        connection,
        "enable_seqscan",
        "enable_bitmapscan",
        "enable_hashjoin",
        "enable_mergejoin",
        "enable_sort");
    return select(
        connection,
        "SELECT s.id, 0 FROM (SELECT s.id, s.seeders, s.size, s.added FROM swarm s ORDER BY "
            + order.clause()
            + " LIMIT "
            + steps
            + ") s JOIN words w ON w.id = s.id WHERE w.words @@ ?::tsquery"
            + Filters.of(query)
            + " ORDER BY "
            + order.clause(),
        limit,
        offset);
  }

  /** Until the transaction ends. */
  private static void force(Connection connection, String... off) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String each : off) {
        statement.addBatch("SET LOCAL " + each + " = off");
      }
      statement.executeBatch();
    }
  }

  private Found select(Connection connection, String sql, int limit, int offset)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql + " LIMIT ? OFFSET ?")) {
      select.setString(1, match);
      select.setInt(2, limit);
      select.setInt(3, offset);
      return Filters.found(select);
    }
  }
}
