package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.kademlia.Key;

/**
 * Keeps a store from growing for ever: forgets hashes that came to nothing, drops torrents that are
 * long dead, and above the disk quota those that are deadest. Wakes what a wrong clock put to
 * sleep.
 */
final class Upkeep {
  /** So many at a time: a transaction that others wait for stays short. */
  private static final int AT_ONCE = 1_000;

  private final Database database;
  private final Ledger ledger;
  private final Hearsay hearsay;
  private final TorrentTable catalog;
  private final HashLifecycle lifecycle;

  Upkeep(
      Database database,
      Ledger ledger,
      Hearsay hearsay,
      TorrentTable catalog,
      HashLifecycle lifecycle) {
    this.database = database;
    this.ledger = ledger;
    this.hearsay = hearsay;
    this.catalog = catalog;
    this.lifecycle = lifecycle;
  }

  int tidy(long seconds) {
    StoreSettings settings = settings();
    long deadSince = seconds - settings.dropDead().toSeconds();
    // Never counted means never found dead: only a counted swarm can be.
    int dropped = drop("WHERE alive < " + deadSince + " AND counted > alive", seconds);
    if (settings.quotaBytes() > 0 && used() > settings.quotaBytes()) {
      forgetAllThatCameToNothing(seconds);
      for (int round = 0; round < 10 && used() > settings.quotaBytes(); round++) {
        dropped += drop("ORDER BY seeders, alive", seconds);
      }
    }
    database.write(
        connection -> {
          ledger.forget(connection, seconds - settings.forget().toSeconds(), AT_ONCE);
          ledger.wakeSleepers(connection, seconds + lifecycle.longestWait(), AT_ONCE);
          return null;
        });
    if (dropped > 0) {
      database.write(
          connection -> {
            database.dialect().shrink(connection);
            return null;
          });
    }
    return dropped;
  }

  /**
   * Room for torrents is made of what is none: hearsay, then what was looked up in vain. Whoever
   * floods us with made-up hashes shall cost us no torrent.
   */
  private void forgetAllThatCameToNothing(long seconds) {
    database.write(
        connection -> {
          hearsay.keep(connection, 0);
          return null;
        });
    int forgotten;
    do {
      forgotten = database.write(connection -> ledger.forget(connection, seconds + 1, AT_ONCE));
    } while (forgotten == AT_ONCE && used() > settings().quotaBytes());
    database.write(
        connection -> {
          database.dialect().shrink(connection);
          return null;
        });
  }

  private StoreSettings settings() {
    return lifecycle.settings();
  }

  private int drop(String which, long seconds) {
    return database.write(
        connection -> {
          NavigableSet<Key> doomed = new TreeSet<>();
          try (PreparedStatement select =
                  connection.prepareStatement(
                      "SELECT t.hash FROM torrent t JOIN (SELECT id FROM swarm "
                          + which
                          + " LIMIT "
                          + AT_ONCE
                          + ") s ON s.id = t.id");
              ResultSet row = select.executeQuery()) {
            while (row.next()) {
              doomed.add(Key.read(row.getBytes(1), 0));
            }
          }
          List<LedgerRow> rows = new ArrayList<>();
          for (LedgerRow row : database.dialect().rows(connection, doomed, true)) {
            rows.add(lifecycle.dropped(row, seconds));
          }
          ledger.write(connection, rows);
          catalog.remove(connection, doomed);
          return doomed.size();
        });
  }

  /**
   * What the torrents that are there take. PostgreSQL's files do not shrink when rows go, so the
   * size is divided among as many torrents as there ever were at once.
   */
  private long used() {
    return database.write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            long torrents = SqlStore.number(statement, "SELECT count(*) FROM swarm");
            long bytes = database.dialect().bytes(connection);
            if (!database.dialect().keepsFreedSpace()) {
              return bytes;
            }
            return bytes * torrents / Math.max(1, peak(connection, torrents));
          }
        });
  }

  private static long peak(Connection connection, long torrents) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT INTO fact (name, value) VALUES ('peak_torrents', ?) ON CONFLICT (name)"
                + " DO UPDATE SET value = greatest(fact.value, excluded.value) RETURNING value")) {
      upsert.setLong(1, torrents);
      try (ResultSet row = upsert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
