package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.indexer.titles.TitleSource;

/** The table of titles; within the caller's transaction. */
final class TitleTable {
  private static final String COLUMNS = "SELECT source, number, name, year, series FROM title";

  private TitleTable() {}

  static int add(Connection connection, Collection<Title> titles) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO title (source, number, folded, name, year, series)"
                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (source, number, folded) DO NOTHING")) {
      for (Title title : titles) {
        insert.setInt(1, title.id().source().code());
        insert.setLong(2, title.id().number());
        insert.setString(3, Title.folded(title.name()));
        insert.setString(4, title.name().replace('\0', ' '));
        if (title.year().isPresent()) {
          insert.setInt(5, title.year().getAsInt());
        } else {
          insert.setNull(5, Types.INTEGER);
        }
        insert.setInt(6, title.series() ? 1 : 0);
        insert.addBatch();
      }
      return Arrays.stream(insert.executeBatch()).map(count -> count == 0 ? 0 : 1).sum();
    }
  }

  static int alias(Connection connection, TitleId known, TitleId other) throws SQLException {
    List<Title> names =
        of(connection, known).stream()
            .map(title -> new Title(other, title.name(), title.year(), title.series()))
            .toList();
    return names.isEmpty() ? 0 : add(connection, names);
  }

  static List<Title> of(Connection connection, TitleId id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(COLUMNS + " WHERE source = ? AND number = ?")) {
      select.setInt(1, id.source().code());
      select.setLong(2, id.number());
      return titles(select);
    }
  }

  static List<Title> named(Connection connection, String name) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(COLUMNS + " WHERE folded = ? ORDER BY source, number")) {
      select.setString(1, Title.folded(name));
      return titles(select);
    }
  }

  private static List<Title> titles(PreparedStatement select) throws SQLException {
    List<Title> titles = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        int year = row.getInt(4);
        OptionalInt known = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(year);
        titles.add(
            new Title(
                new TitleId(TitleSource.of(row.getInt(1)), row.getLong(2)),
                row.getString(3),
                known,
                row.getInt(5) == 1));
      }
    }
    return titles;
  }
}
