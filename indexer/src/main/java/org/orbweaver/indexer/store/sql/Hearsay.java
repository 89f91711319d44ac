package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.kademlia.Key;

/**
 * The table of hashes that strangers asked for and nobody vouches for. Anybody can make up such a
 * hash for the price of a packet, from addresses that are not his, so they are kept apart from the
 * ledger: {@value #MOST} of them at most, of which those asked for least go first.
 */
final class Hearsay {
  private static final int MOST = 100_000;

  /** Counting costs a moment, so it is done when so many more may have come. */
  private static final int COUNTED_EVERY = 10_000;

  private int sinceCount = COUNTED_EVERY;

  synchronized void add(Connection connection, Collection<ObservedHash> sightings, long seconds)
      throws SQLException {
    if (sightings.isEmpty()) {
      return;
    }
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT INTO hearsay (hash, asks, seen) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE"
                + " SET asks = hearsay.asks + excluded.asks, seen = excluded.seen")) {
      for (ObservedHash each : sightings) {
        upsert.setBytes(1, each.hash().toBytes());
        upsert.setInt(2, each.asks());
        upsert.setLong(3, seconds);
        upsert.addBatch();
      }
      upsert.executeBatch();
    }
    sinceCount += sightings.size();
    if (sinceCount >= COUNTED_EVERY) {
      sinceCount = 0;
      keep(connection, MOST);
    }
  }

  /** Drops all but so many; how many went. */
  int keep(Connection connection, int most) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM hearsay WHERE hash IN (SELECT hash FROM hearsay ORDER BY asks, seen LIMIT"
                + " (SELECT CASE WHEN count(*) > ? THEN count(*) - ? ELSE 0 END FROM hearsay))")) {
      delete.setInt(1, most);
      delete.setInt(2, most);
      return delete.executeUpdate();
    }
  }

  /** Somebody vouches for these now. */
  void attest(Connection connection, Collection<ObservedHash> sightings) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM hearsay WHERE hash = ?")) {
      for (ObservedHash each : sightings) {
        delete.setBytes(1, each.hash().toBytes());
        delete.addBatch();
      }
      delete.executeBatch();
    }
  }

  List<Key> take(Connection connection, int limit) throws SQLException {
    List<Key> taken = new ArrayList<>(limit);
    try (PreparedStatement delete =
        connection.prepareStatement(
            "DELETE FROM hearsay WHERE hash IN (SELECT hash FROM hearsay ORDER BY asks DESC, seen"
                + " DESC LIMIT ?) RETURNING hash")) {
      delete.setInt(1, limit);
      try (ResultSet row = delete.executeQuery()) {
        while (row.next()) {
          taken.add(Key.read(row.getBytes(1), 0));
        }
      }
    }
    return taken;
  }
}
