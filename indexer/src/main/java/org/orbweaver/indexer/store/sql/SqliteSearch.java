package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.IndexQuery.Term;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;

/** Searching in SQLite's FTS5. Its own ranking is never asked for: it reads every match. */
final class SqliteSearch implements SearchStatements {
  /** So many matches are counted; where there are more, their density says how many in all. */
  private static final int COUNTED = 5_000;

  private final String match;
  private final String table;
  private final Range numbers;
  private final String bounds;

  SqliteSearch(WordTable table, IndexQuery query, Range numbers) {
    this.table = table.table();
    this.numbers = numbers;
    this.bounds = Filters.numbers("w.rowid", numbers);
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
  public boolean gathersInOrderOfArrival() {
    return true;
  }

  @Override
  public long matches(Connection connection, long newest) throws SQLException {
    long last = Math.min(newest, numbers.to());
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*), min(rowid) FROM (SELECT w.rowid FROM "
                + table
                + " w WHERE w."
                + table
                + " MATCH ?"
                + bounds
                + " ORDER BY w.rowid DESC LIMIT ?)")) {
      select.setString(1, match);
      select.setInt(2, COUNTED);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        long count = row.getLong(1);
        double looked = last - row.getLong(2) + 1;
        return count < COUNTED
            ? count
            : Math.round(count * Math.max(1, (last - numbers.from()) / looked));
      }
    }
  }

  @Override
  public long count(Connection connection, SearchQuery query, int most) throws SQLException {
    String filters = Filters.of(query);
    String from = filters.isEmpty() ? " w" : " w CROSS JOIN swarm s ON s.id = w.rowid";
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*) FROM (SELECT 1 FROM "
                + table
                + from
                + " WHERE w."
                + table
                + " MATCH ?"
                + bounds
                + filters
                + " LIMIT ?)")) {
      select.setString(1, match);
      select.setInt(2, most);
      return Filters.number(select);
    }
  }

  @Override
  public void tags(Connection connection, SearchQuery query, int most, Consumer<String> tags)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT t.tags FROM "
                + table
                + " w CROSS JOIN swarm s ON s.id = w.rowid JOIN torrent t ON t.id = s.id WHERE w."
                + table
                + " MATCH ?"
                + bounds
                + Filters.of(query)
                + " ORDER BY w.rowid DESC LIMIT ?")) {
      select.setString(1, match);
      select.setInt(2, most);
      Filters.texts(select, tags);
    }
  }

  @Override
  public Found gather(
      Connection connection, SearchQuery query, SwarmOrder order, int limit, int offset)
      throws SQLException {
    // FTS5 delivers in the order of the row numbers, forwards or backwards: for these two orders
    // nothing is sorted, and the first page ends the work.
    String own =
        switch (order) {
          case NEWEST -> "w.rowid DESC";
          case OLDEST -> "w.rowid ASC";
          case SEEDERS, LARGEST, SMALLEST -> order.clause();
        };
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT s.id, 0 FROM "
                + table
                + " w CROSS JOIN swarm s ON s.id = w.rowid WHERE w."
                + table
                + " MATCH ?"
                + bounds
                + Filters.of(query)
                + " ORDER BY "
                + own
                + " LIMIT ? OFFSET ?")) {
      select.setString(1, match);
      select.setInt(2, limit);
      select.setInt(3, offset);
      return Filters.found(select);
    }
  }
}
