package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.stream.LongStream;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.kademlia.Key;

/** SQLite: one transaction at a time, so nothing needs a lock and nobody can be in between. */
final class SqliteDialect implements Dialect {
  @Override
  public String name() {
    return "sqlite";
  }

  @Override
  public String bytesType() {
    return "BLOB";
  }

  @Override
  public String idType() {
    return "INTEGER";
  }

  @Override
  public String byKeyClause() {
    return "WITHOUT ROWID";
  }

  @Override
  public String skipLocked() {
    return "";
  }

  @Override
  public void lockSchema(Statement statement) {
    // BEGIN IMMEDIATE has locked the file already.
  }

  @Override
  public List<ObservedHash> noteKnown(
      Connection connection, Collection<ObservedHash> sightings, long seconds, long wakeBefore)
      throws SQLException {
    List<ObservedHash> unknown = new ArrayList<>();
    try (PreparedStatement known =
        connection.prepareStatement(
            "UPDATE hash SET hits = hits + ?, last_seen = ?, turn = CASE WHEN "
                + Ledger.IS_GIVEN_UP
                + " AND settled < ? THEN "
                + WorkState.LOOKUP.code()
                + " ELSE turn END WHERE hash = ?")) {
      for (ObservedHash each : sightings) {
        known.setInt(1, each.asks());
        known.setLong(2, seconds);
        known.setLong(3, wakeBefore);
        known.setBytes(4, each.hash().toBytes());
        if (known.executeUpdate() == 0) {
          unknown.add(each);
        }
      }
    }
    return unknown;
  }

  @Override
  public int takeIn(Connection connection, Collection<ObservedHash> sightings, long seconds)
      throws SQLException {
    try (PreparedStatement fresh =
        connection.prepareStatement(
            "INSERT INTO hash (hash, state, failures, turn, due, hits, first_seen, last_seen,"
                + " settled) VALUES (?, "
                + HashState.NEW.code()
                + ", 0, "
                + WorkState.LOOKUP.code()
                + ", ?, ?, ?, ?, 0)")) {
      for (ObservedHash each : sightings) {
        fresh.setBytes(1, each.hash().toBytes());
        fresh.setLong(2, seconds);
        fresh.setInt(3, each.asks());
        fresh.setLong(4, seconds);
        fresh.setLong(5, seconds);
        fresh.executeUpdate();
      }
    }
    return sightings.size();
  }

  @Override
  public List<LedgerRow> rows(Connection connection, SequencedCollection<Key> keys, boolean lock)
      throws SQLException {
    List<LedgerRow> found = new ArrayList<>(keys.size());
    try (PreparedStatement select =
        connection.prepareStatement("SELECT " + LedgerRow.COLUMNS + " FROM hash WHERE hash = ?")) {
      for (Key key : keys) {
        select.setBytes(1, key.toBytes());
        try (ResultSet row = select.executeQuery()) {
          if (row.next()) {
            found.add(LedgerRow.read(row));
          }
        }
      }
    }
    return found;
  }

  @Override
  public List<Long> newIds(Connection connection, int count) throws SQLException {
    // The largest is remembered apart: after the newest torrent was dropped its number must not
    // come again, for the word index may still hold it.
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT OR IGNORE INTO fact VALUES ('torrent_id', 0)");
      try (ResultSet row =
          statement.executeQuery(
              "UPDATE fact SET value = value + "
                  + count
                  + " WHERE name = 'torrent_id' RETURNING value")) {
        row.next();
        long last = row.getLong(1);
        return LongStream.rangeClosed(last - count + 1, last).boxed().toList();
      }
    }
  }

  @Override
  public Map<Key, SwarmRow> swarms(Connection connection, SequencedCollection<Key> keys)
      throws SQLException {
    Map<Key, SwarmRow> found = new HashMap<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT s.id, s.seeders, s.leechers, s.counted FROM torrent t JOIN swarm s"
                + " ON s.id = t.id WHERE t.hash = ?")) {
      for (Key key : keys) {
        select.setBytes(1, key.toBytes());
        try (ResultSet row = select.executeQuery()) {
          if (row.next()) {
            found.put(
                key, new SwarmRow(row.getLong(1), row.getInt(2), row.getInt(3), row.getLong(4)));
          }
        }
      }
    }
    return found;
  }

  @Override
  public void index(Connection connection, WordTable table, Collection<IndexedText> texts)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + table.table() + " (rowid, text) VALUES (?, ?)")) {
      for (IndexedText text : texts) {
        insert.setLong(1, text.id());
        insert.setString(2, String.join(" ", text.words()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Override
  public void unindex(Connection connection, WordTable table, Collection<Long> ids)
      throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + table.table() + " WHERE rowid = ?")) {
      for (long id : ids) {
        delete.setLong(1, id);
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  @Override
  public SearchStatements search(WordTable table, IndexQuery query, SearchQuery.Range numbers) {
    return new SqliteSearch(table, query, numbers);
  }

  @Override
  public void beforeLoading(Connection connection) {
    // The word index is the only copy of the words: it cannot be built again.
  }

  @Override
  public void afterLoading(Connection connection) {
    // It was kept up all the time.
  }

  @Override
  public void optimize(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (WordTable each : WordTable.values()) {
        statement.execute(
            "INSERT INTO %s (%s) VALUES ('optimize')".formatted(each.table(), each.table()));
      }
      statement.execute("ANALYZE");
    }
  }

  @Override
  public long secondsAhead(Connection connection) {
    return 0;
  }

  @Override
  public long bytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return SqlStore.number(
          statement,
          "SELECT (page_count - freelist_count) * page_size"
              + " FROM pragma_page_count, pragma_freelist_count, pragma_page_size");
    }
  }

  @Override
  public boolean keepsFreedSpace() {
    return false;
  }

  @Override
  public void shrink(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // An update runs to its end; a mere execute would free a single page.
      statement.executeUpdate("PRAGMA incremental_vacuum(2000)");
    }
  }
}
