package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.IndexQuery.Term;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;

/**
 * Searching in PostgreSQL's GIN index. The planner knows how frequent words are but not which plan
 * is quick for us, so it is asked for the one and told the other.
 */
final class PostgresSearch implements SearchStatements {
  private static final Pattern ROWS = Pattern.compile("\"Plan Rows\": (\\d+)");

  private final String table;
  private final String match;
  private final String bounds;

  PostgresSearch(WordTable table, IndexQuery query, Range numbers) {
    this.table = table.table();
    bounds = Filters.numbers("w.id", numbers);
    String required =
        query.groups().stream().map(PostgresSearch::anyOf).collect(Collectors.joining(" & "));
    match = query.excluded().isEmpty() ? required : required + " & !" + anyOf(query.excluded());
  }

  private static String anyOf(List<Term> terms) {
    return terms.stream()
        .map(term -> "'" + term.word() + "'" + (term.prefix() ? ":*" : ""))
        .collect(Collectors.joining(" | ", "(", ")"));
  }

  @Override
  public boolean gathersInOrderOfArrival() {
    return false;
  }

  /** The planner's estimate, from its list of frequent words. */
  @Override
  public long matches(Connection connection, long newest) throws SQLException {
    try (PreparedStatement explain =
        connection.prepareStatement(
            "EXPLAIN (FORMAT JSON) SELECT id FROM "
                + table
                + " w WHERE w.words @@ '"
                + match.replace("'", "''")
                + "'::tsquery"
                + bounds)) {
      try (ResultSet row = explain.executeQuery()) {
        row.next();
        Matcher rows = ROWS.matcher(row.getString(1));
        return rows.find() ? Long.parseLong(rows.group(1)) : newest;
      }
    }
  }

  @Override
  public long count(Connection connection, SearchQuery query, int most) throws SQLException {
    plan(connection, "enable_seqscan", "enable_hashjoin", "enable_mergejoin");
    String filters = Filters.of(query);
    String from = filters.isEmpty() ? " w" : " w JOIN swarm s ON s.id = w.id";
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*) FROM (SELECT 1 FROM "
                + table
                + from
                + " WHERE w.words @@ ?::tsquery"
                + bounds
                + filters
                + " LIMIT ?) counted")) {
      select.setString(1, match);
      select.setInt(2, most);
      return Filters.number(select);
    }
  }

  @Override
  public void tags(Connection connection, SearchQuery query, int most, Consumer<String> tags)
      throws SQLException {
    plan(connection, "enable_seqscan", "enable_hashjoin", "enable_mergejoin");
    try (PreparedStatement select =
        connection.prepareStatement(
            "WITH found AS MATERIALIZED (SELECT id FROM "
                + table
                + " w WHERE w.words @@ ?::tsquery"
                + bounds
                + " LIMIT ?) SELECT t.tags FROM found JOIN swarm s ON s.id = found.id JOIN torrent"
                + " t ON t.id = s.id WHERE true"
                + Filters.of(query))) {
      select.setString(1, match);
      select.setInt(2, most);
      Filters.texts(select, tags);
    }
  }

  /**
   * The row of every match has to be visited before it counts: 2 to 4 µs each. Where a size is
   * asked for, the planner would rather read all torrents of that size, which may be a fifth of the
   * store.
   */
  @Override
  public Found gather(
      Connection connection, SearchQuery query, SwarmOrder order, int limit, int offset)
      throws SQLException {
    plan(connection, "enable_seqscan", "enable_hashjoin", "enable_mergejoin");
    try (PreparedStatement select =
        connection.prepareStatement(
            "WITH found AS MATERIALIZED (SELECT id FROM "
                + table
                + " w WHERE w.words @@ ?::tsquery"
                + bounds
                + ") SELECT s.id, count(*) OVER () FROM found JOIN swarm s ON s.id = found.id"
                + " WHERE true"
                + Filters.of(query)
                + " ORDER BY "
                + order.clause()
                + " LIMIT ? OFFSET ?")) {
      select.setString(1, match);
      select.setInt(2, limit);
      select.setInt(3, offset);
      return Filters.found(select);
    }
  }

  /** From the best-seeded down, whether they match: 3 µs each, and soon enough have. */
  @Override
  public Found skim(Connection connection, SearchQuery query, long depth, int limit, int offset)
      throws SQLException {
    plan(connection, "enable_seqscan");
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT s.id, 0 FROM (SELECT id, seeders, size, added FROM swarm ORDER BY"
                + " seeders DESC, id DESC LIMIT ?) s JOIN "
                + table
                + " w ON w.id = s.id WHERE w.words @@ ?::tsquery"
                + bounds
                + Filters.of(query)
                + " ORDER BY "
                + SwarmOrder.SEEDERS.clause()
                + " LIMIT ? OFFSET ?")) {
      select.setLong(1, depth);
      select.setString(2, match);
      select.setInt(3, limit);
      select.setInt(4, offset);
      return Filters.found(select);
    }
  }

  /** Tells the planner what not to do in this transaction. */
  private static void plan(Connection connection, String... without) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          Stream.of("enable_seqscan", "enable_hashjoin", "enable_mergejoin")
              .map(
                  each ->
                      "SET LOCAL %s = %s"
                          .formatted(each, List.of(without).contains(each) ? "off" : "on"))
              .collect(Collectors.joining("; ")));
    }
  }
}
