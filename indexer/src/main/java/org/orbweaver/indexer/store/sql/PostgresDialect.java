package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.ObservedHash;
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
  public List<ObservedHash> noteKnown(
      Connection connection, Collection<ObservedHash> sightings, long seconds, long wakeBefore)
      throws SQLException {
    Map<Key, ObservedHash> unknown = new LinkedHashMap<>();
    sightings.forEach(each -> unknown.put(each.hash(), each));
    // Rows are locked in key order before they are written: an UPDATE alone promises no order.
    try (PreparedStatement update =
        connection.prepareStatement(
            "WITH batch AS (SELECT * FROM unnest(?::bytea[], ?::int[]) AS batch (h, n)), locked AS"
                + " (SELECT hash FROM hash WHERE hash IN (SELECT h FROM batch) ORDER BY hash FOR"
                + " UPDATE) UPDATE hash SET hits = hits + batch.n, last_seen = ?, turn = CASE WHEN "
                + Ledger.IS_GIVEN_UP
                + " AND settled < ? THEN "
                + WorkState.LOOKUP.code()
                + " ELSE turn END FROM batch, locked WHERE hash.hash = batch.h AND locked.hash ="
                + " batch.h RETURNING hash.hash")) {
      update.setArray(1, keys(connection, unknown.keySet()));
      update.setArray(2, asks(connection, sightings));
      update.setLong(3, seconds);
      update.setLong(4, wakeBefore);
      try (ResultSet row = update.executeQuery()) {
        while (row.next()) {
          unknown.remove(Key.read(row.getBytes(1), 0));
        }
      }
    }
    return List.copyOf(unknown.values());
  }

  @Override
  public int takeIn(Connection connection, Collection<ObservedHash> sightings, long seconds)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO hash (hash, state, failures, turn, due, hits, first_seen, last_seen,"
                + " settled) SELECT h, "
                + HashState.NEW.code()
                + ", 0, "
                + WorkState.LOOKUP.code()
                + ", ?, n, ?, ?, 0 FROM unnest(?::bytea[], ?::int[]) AS batch (h, n) ORDER BY h"
                + " ON CONFLICT (hash) DO NOTHING")) {
      insert.setLong(1, seconds);
      insert.setLong(2, seconds);
      insert.setLong(3, seconds);
      insert.setArray(4, keys(connection, sightings.stream().map(ObservedHash::hash).toList()));
      insert.setArray(5, asks(connection, sightings));
      return sightings.isEmpty() ? 0 : insert.executeUpdate();
    }
  }

  private static java.sql.Array asks(Connection connection, Collection<ObservedHash> sightings)
      throws SQLException {
    return connection.createArrayOf("int4", sightings.stream().map(ObservedHash::asks).toArray());
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
            "SELECT t.hash, s.id, s.seeders, s.leechers, s.counted FROM torrent t JOIN swarm s ON"
                + " s.id = t.id WHERE t.hash = ANY (?)")) {
      select.setArray(1, keys(connection, keys));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          found.put(
              Key.read(row.getBytes(1), 0),
              new SwarmRow(row.getLong(2), row.getInt(3), row.getInt(4), row.getLong(5)));
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
  public long secondsAhead(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long before = System.currentTimeMillis();
      long there =
          SqlStore.number(
              statement, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
      // Halfway between question and answer; what is below a second is no matter.
      return (there - (before + System.currentTimeMillis()) / 2) / 1_000;
    }
  }

  @Override
  public long bytes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return SqlStore.number(
          statement,
          "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r'"
              + " AND relnamespace = current_schema()::regnamespace AND relname IN"
              + " ('hash', 'torrent', 'swarm', 'words', 'popular_words', 'info', 'past_counts')");
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
