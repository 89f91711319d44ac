package org.orbweaver.indexer.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.IndexQuery.Term;
import org.orbweaver.indexer.search.SearchQuery;

/** Searching in SQLite's FTS5. Its own ranking is never asked for: it reads every match. */
final class SqliteSearch implements SearchStatements {
  private final String match;

  SqliteSearch(IndexQuery query) {
    String required =
        query.groups().stream().map(SqliteSearch::anyOf).collect(Collectors.joining(" AND "));
    match =
        query.excluded().isEmpty() ? required : "(" + required + ") NOT " + anyOf(query.excluded());
  }

  private static String anyOf(List<Term> terms) {
    return terms.stream()
        .map(term -> '"' + term.word() + '"' + (term.prefix() ? "*" : ""))
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  @Override
  public long matches(Connection connection, int cap) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)")) {
      select.setString(1, match);
      select.setInt(2, cap);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Override
  public Found gather(Connection connection, SearchQuery query, Order order, int limit, int offset)
      throws SQLException {
    // FTS5 delivers in the order of the row numbers, forwards or backwards: for these two orders
    // nothing is sorted, and the first page ends the work.
    String own =
        switch (order) {
          case NEWEST -> "words.rowid DESC";
          case OLDEST -> "words.rowid ASC";
          case SEEDERS, LARGEST, SMALLEST -> order.clause();
        };
    return select(
        connection,
        "SELECT s.id, 0 FROM words CROSS JOIN swarm s ON s.id = words.rowid WHERE words MATCH ?"
            + Filters.of(query)
            + " ORDER BY "
            + own,
        limit,
        offset);
  }

  @Override
  public Found walk(
      Connection connection, SearchQuery query, Order order, int limit, int offset, int steps)
      throws SQLException {
    return select(
        connection,
        "SELECT s.id, 0 FROM (SELECT * FROM swarm s "
            + (order.index().isEmpty() ? "" : "INDEXED BY " + order.index())
            + " ORDER BY "
            + order.clause()
            + " LIMIT "
            + steps
            + ") s CROSS JOIN words ON words.rowid = s.id WHERE words MATCH ?"
            + Filters.of(query),
        limit,
        offset);
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
