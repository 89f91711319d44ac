package org.orbweaver.indexer.store.sql;

import java.sql.PreparedStatement;
import java.util.List;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore.Relabelled;

/** Labels torrents again, after the rules have changed or new kinds of tags have come. */
final class Relabelling {
  /** So many torrents in one transaction, and so many transactions in one tidying. */
  private static final int AT_ONCE = 100;

  private final Database database;
  private final TorrentTable catalog;

  Relabelling(Database database, TorrentTable catalog) {
    this.database = database;
    this.catalog = catalog;
  }

  /**
   * Labels a few of the torrents that came before the newest kinds of tags, so that an old index
   * needs no command of its user's. Several indexers may do the same ones; that is harmless.
   */
  void relabelOld() {
    for (int i = 0; i < AT_ONCE; i++) {
      long last = fact("relabelled_until");
      if (last >= fact("relabel_until")) {
        return;
      }
      Relabelled done = relabel(last, AT_ONCE);
      long now = done.last() < 0 ? Long.MAX_VALUE : done.last();
      database.write(
          connection -> {
            try (PreparedStatement update =
                connection.prepareStatement(
                    "UPDATE fact SET value = ? WHERE name = 'relabelled_until'")) {
              update.setLong(1, now);
              return update.executeUpdate();
            }
          });
    }
  }

  private long fact(String name) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("SELECT value FROM fact WHERE name = ?")) {
            select.setString(1, name);
            return Filters.number(select);
          }
        });
  }

  Relabelled relabel(long afterId, int limit) {
    return database.write(
        connection -> {
          List<TorrentListing> next = catalog.after(connection, afterId, limit);
          return next.isEmpty()
              ? new Relabelled(-1, 0, 0)
              : new Relabelled(next.getLast().id(), next.size(), catalog.relabel(connection, next));
        });
  }
}
