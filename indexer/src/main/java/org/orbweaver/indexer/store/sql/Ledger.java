package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.kademlia.Key;

/**
 * The table of hashes. Everything here happens within the caller's transaction, touches rows in key
 * order or skips locked ones, and works on batches.
 */
final class Ledger {
  /** Only new sightings wake it up. */
  static final String IS_GIVEN_UP =
      "state = " + HashState.GIVEN_UP.code() + " AND turn = " + WorkState.WAITING.code();

  /** In the words of the index {@code hash_waiting}. */
  static final String IS_WAITING =
      "turn IN ("
          + WorkState.WAITING.code()
          + ", "
          + WorkState.LEASED.code()
          + ") AND due IS NOT NULL";

  /** In the words of the index {@code hash_ready}. */
  static final String IS_READY =
      "turn IN (" + WorkState.LOOKUP.code() + ", " + WorkState.COUNT.code() + ")";

  private static final int RIPEN_AT_ONCE = 5_000;

  private final Dialect dialect;

  Ledger(Dialect dialect) {
    this.dialect = dialect;
  }

  /**
   * Wakes what is due: hashes whose wait is over, and leases that ran out because their holder
   * died.
   */
  int ripen(Connection connection, long seconds) throws SQLException {
    return wake(connection, "due <= ? ORDER BY due", seconds, RIPEN_AT_ONCE);
  }

  /**
   * Wakes what waits for longer than anything waits: a clock that was years ahead when it was
   * written would have it wait for years.
   */
  int wakeSleepers(Connection connection, long latest, int limit) throws SQLException {
    return wake(connection, "due > ? ORDER BY due DESC", latest, limit);
  }

  private int wake(Connection connection, String which, long seconds, int limit)
      throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE hash SET turn = CASE state WHEN "
                + HashState.FETCHED.code()
                + " THEN "
                + WorkState.COUNT.code()
                + " ELSE "
                + WorkState.LOOKUP.code()
                + " END, due = NULL WHERE hash IN (SELECT hash FROM hash WHERE "
                + IS_WAITING
                + " AND "
                + which
                + " LIMIT "
                + limit
                + dialect.skipLocked()
                + ")")) {
      update.setLong(1, seconds);
      return update.executeUpdate();
    }
  }

  /** Takes what is ready in a region, in key order, and leases it out. */
  List<LedgerRow> claim(
      Connection connection, WorkState turn, KeyRange region, int limit, long until)
      throws SQLException {
    List<LedgerRow> claimed = new ArrayList<>(limit);
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE hash SET turn = "
                + WorkState.LEASED.code()
                + ", due = ? WHERE hash IN ("
                + ready(turn)
                + dialect.skipLocked()
                + ") RETURNING "
                + LedgerRow.COLUMNS)) {
      update.setLong(1, until);
      update.setBytes(2, region.first().toBytes());
      update.setBytes(3, region.last().toBytes());
      update.setInt(4, limit);
      try (ResultSet row = update.executeQuery()) {
        while (row.next()) {
          claimed.add(LedgerRow.read(row));
        }
      }
    }
    claimed.sort(Comparator.comparing(LedgerRow::hash)); // RETURNING promises no order
    return claimed;
  }

  /**
   * What is ready between two hashes. That a turn is one of two is said in the words of the index:
   * SQLite does not see that it follows, and would read all that is settled in the region.
   */
  static String ready(WorkState turn) {
    return "SELECT hash FROM hash WHERE "
        + IS_READY
        + " AND turn = "
        + turn.code()
        + " AND hash >= ? AND hash <= ? ORDER BY hash LIMIT ?";
  }

  /** The rows of these keys, locked; unknown ones are taken in first. */
  List<LedgerRow> lock(Connection connection, NavigableSet<Key> keys, long seconds)
      throws SQLException {
    NavigableSet<Key> missing = new TreeSet<>(keys);
    dialect.rows(connection, keys, false).forEach(row -> missing.remove(row.hash()));
    takeIn(connection, missing, HashState.NEW, WorkState.LOOKUP, seconds, 0);
    return dialect.rows(connection, keys, true);
  }

  /** Takes unknown keys in as given up just now; only new sightings wake them up, and not soon. */
  void takeSettled(Connection connection, NavigableSet<Key> keys, long seconds)
      throws SQLException {
    takeIn(connection, keys, HashState.GIVEN_UP, WorkState.WAITING, seconds, seconds);
  }

  private static void takeIn(
      Connection connection,
      NavigableSet<Key> keys,
      HashState state,
      WorkState turn,
      long seconds,
      long settled)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO hash (hash, state, failures, turn, due, hits, first_seen, last_seen,"
                + " settled) VALUES (?, "
                + state.code()
                + ", 0, "
                + turn.code()
                + ", NULL, 0, ?, ?, ?) ON CONFLICT (hash) DO NOTHING")) {
      for (Key key : keys) {
        insert.setBytes(1, key.toBytes());
        insert.setLong(2, seconds);
        insert.setLong(3, seconds);
        insert.setLong(4, settled);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Writes locked rows back. */
  void write(Connection connection, Collection<LedgerRow> rows) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE hash SET state = ?, failures = ?, turn = ?, due = ?, settled = ?"
                + " WHERE hash = ?")) {
      for (LedgerRow row : rows) {
        update.setInt(1, row.state().code());
        update.setInt(2, row.failures());
        update.setInt(3, row.turn().code());
        if (row.due() == LedgerRow.NEVER) {
          update.setNull(4, Types.BIGINT);
        } else {
          update.setLong(4, row.due());
        }
        update.setLong(5, row.settled());
        update.setBytes(6, row.hash().toBytes());
        update.addBatch();
      }
      update.executeBatch();
    }
  }

  /** Deletes given-up hashes that nobody has asked for since. */
  int forget(Connection connection, long lastSeenBefore, int limit) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM hash WHERE hash IN (SELECT hash FROM hash WHERE "
                + IS_GIVEN_UP
                + " AND last_seen < ? ORDER BY hash LIMIT "
                + limit
                + dialect.skipLocked()
                + ")")) {
      delete.setLong(1, lastSeenBefore);
      return delete.executeUpdate();
    }
  }
}
