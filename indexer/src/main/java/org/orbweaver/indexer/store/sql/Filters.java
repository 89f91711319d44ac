package org.orbweaver.indexer.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;

/**
 * The conditions of a question that the swarm table decides. Numbers only, so written literally.
 */
final class Filters {
  private Filters() {}

  static String of(SearchQuery query) {
    StringBuilder sql = new StringBuilder();
    range(sql, "s.size", query.size());
    range(sql, "s.added", query.added());
    if (query.minSeeders() > 0) {
      sql.append(" AND s.seeders >= ").append(query.minSeeders());
    }
    return sql.toString();
  }

  /** Of numbers of torrents; empty if all will do. */
  static String numbers(String column, Range numbers) {
    StringBuilder sql = new StringBuilder();
    range(sql, column, numbers);
    return sql.toString();
  }

  private static void range(StringBuilder sql, String column, Range range) {
    if (range.from() > 0) {
      sql.append(" AND ").append(column).append(" >= ").append(range.from());
    }
    if (range.to() < Long.MAX_VALUE) {
      sql.append(" AND ").append(column).append(" <= ").append(range.to());
    }
  }

  static void texts(PreparedStatement select, Consumer<String> each) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        each.accept(row.getString(1));
      }
    }
  }

  static long number(PreparedStatement select) throws SQLException {
    try (ResultSet row = select.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  static SearchStatements.Found found(PreparedStatement select) throws SQLException {
    List<Long> ids = new ArrayList<>();
    long total = 0;
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        ids.add(row.getLong(1));
        total = row.getLong(2);
      }
    }
    return new SearchStatements.Found(ids, total);
  }
}
