package org.orbweaver.indexer.store;

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
import java.util.SequencedMap;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.kademlia.Key;

/** PostgreSQL: one statement per batch, locks in key order or not at all. */
final class PostgresDialect implements Dialect {
  /** Any number, as long as all migrators agree on it: "orbw". */
  private static final long SCHEMA_LOCK = 0x6f726277;

  @Override
  public String name() {
    return "postgresql";
  }

  @Override
  public String bytesType() {
    return "bytea";
  }

  @Override
  public String idType() {
    return "bigint";
  }

  @Override
  public String byKeyClause() {
    return "";
  }

  @Override
  public String skipLocked() {
    return " FOR UPDATE SKIP LOCKED";
  }

  @Override
  public void lockSchema(Statement statement) throws SQLException {
    statement.execute("SELECT pg_advisory_xact_lock(" + SCHEMA_LOCK + ")");
  }

  @Override
  public int note(
      Connection connection, SequencedMap<Key, Integer> hits, long seconds, long wakeBefore)
      throws SQLException {
    // xmax is zero in a row that this very statement inserted, and ours in one that it updated.
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "WITH noted AS (INSERT INTO hash (hash, state, failures, turn, due, hits, first_seen,"
                + " last_seen, settled) SELECT h, 0, 0, 1, ?, n, ?, ?, 0"
                + " FROM unnest(?::bytea[], ?::int[]) AS batch (h, n) ORDER BY h"
                + " ON CONFLICT (hash) DO UPDATE SET hits = hash.hits + excluded.hits,"
                + " last_seen = excluded.last_seen, turn = CASE WHEN hash.state = 7"
                + " AND hash.turn = 0 AND hash.settled < ? THEN 1 ELSE hash.turn END"
                + " RETURNING xmax = 0 AS fresh)"
                + " SELECT count(*) FROM noted WHERE fresh")) {
      upsert.setLong(1, seconds);
      upsert.setLong(2, seconds);
      upsert.setLong(3, seconds);
      upsert.setArray(4, keys(connection, hits.sequencedKeySet()));
      upsert.setArray(5, connection.createArrayOf("int4", hits.values().toArray()));
      upsert.setLong(6, wakeBefore);
      try (ResultSet row = upsert.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  @Override
  public List<LedgerRow> rows(Connection connection, SequencedCollection<Key> keys, boolean lock)
      throws SQLException {
    List<LedgerRow> found = new ArrayList<>(keys.size());
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT "
                + LedgerRow.COLUMNS
                + " FROM hash WHERE hash = ANY (?) ORDER BY hash"
                + (lock ? " FOR UPDATE" : ""))) {
      select.setArray(1, keys(connection, keys));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.add(LedgerRow.read(row));
        }
      }
    }
    return found;
  }

  private static java.sql.Array keys(Connection connection, Collection<Key> keys)
      throws SQLException {
    return connection.createArrayOf(
        "bytea", keys.stream().map(Key::toBytes).toArray(byte[][]::new));
  }

  @Override
  public List<Long> newIds(Connection connection, int count) throws SQLException {
    List<Long> ids = new ArrayList<>(count);
    try (PreparedStatement select =
        connection.prepareStatement("SELECT nextval('torrent_id') FROM generate_series(1, ?)")) {
      select.setInt(1, count);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          ids.add(row.getLong(1));
        }
      }
    }
    return ids;
  }

  @Override
  public Map<Key, SwarmRow> swarms(Connection connection, SequencedCollection<Key> keys)
      throws SQLException {
    Map<Key, SwarmRow> found = new HashMap<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT t.hash, s.id, s.seeders FROM torrent t JOIN swarm s ON s.id = t.id"
                + " WHERE t.hash = ANY (?)")) {
      select.setArray(1, keys(connection, keys));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.put(Key.read(row.getBytes(1), 0), new SwarmRow(row.getLong(2), row.getInt(3)));
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
            "INSERT INTO "
                + table.table()
                + " (id, words) VALUES (?, array_to_tsvector(?)) ON CONFLICT (id) DO NOTHING")) {
      for (IndexedText text : texts) {
        insert.setLong(1, text.id());
        insert.setArray(2, connection.createArrayOf("text", text.words().toArray()));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  @Override
  public void unindex(Connection connection, WordTable table, Collection<Long> ids)
      throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM " + table.table() + " WHERE id = ANY (?)")) {
      delete.setArray(1, connection.createArrayOf("int8", ids.toArray()));
      delete.executeUpdate();
    }
  }

  @Override
  public SearchStatements search(WordTable table, IndexQuery query, SearchQuery.Range numbers) {
    return new PostgresSearch(table, query, numbers);
  }

  @Override
  public void beforeLoading(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP INDEX IF EXISTS words_index");
    }
  }

  @Override
  public void afterLoading(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      // Asked first: CREATE INDEX IF NOT EXISTS locks out all writers before it looks.
      if (SqlStore.number(statement, "SELECT count(to_regclass('words_index'))") == 0) {
        statement.execute("SET LOCAL maintenance_work_mem = '512MB'");
        statement.execute("CREATE INDEX IF NOT EXISTS words_index ON words USING gin (words)");
      }
    }
  }

  @Override
  public void optimize(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT gin_clean_pending_list('words_index')");
      statement.execute("SELECT gin_clean_pending_list('popular_words_index')");
      statement.execute("ANALYZE words, popular_words, swarm, torrent, hash");
    }
  }

  @Override
  public long bytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return SqlStore.number(
          statement,
          "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
              + " AND relnamespace = current_schema()::regnamespace AND relname IN"
              + " ('hash', 'torrent', 'swarm', 'words', 'popular_words', 'info')");
    }
  }

  @Override
  public boolean keepsFreedSpace() {
    return true;
  }

  @Override
  public void shrink(Connection connection) {
    // Autovacuum makes the space usable again, which is what a quota needs.
  }
}
