package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.store.FileKinds;
import org.orbweaver.indexer.store.PastCount;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.sql.Dialect.SwarmRow;
import org.orbweaver.kademlia.Key;

/** The tables of torrents; within the caller's transaction. */
final class TorrentTable {
  private static final String SELECT =
      "SELECT t.id, t.v2_hash, t.name, s.size, t.files, t.tags, s.added, s.seeders, s.leechers,"
          + " s.counted, h.hits, t.hash FROM torrent t JOIN swarm s ON s.id = t.id"
          + " JOIN hash h ON h.hash = t.hash";

  private final Dialect dialect;
  private final Classifier classifier;
  private final boolean keepInfo;

  TorrentTable(Dialect dialect, Classifier classifier, boolean keepInfo) {
    this.dialect = dialect;
    this.classifier = classifier;
    this.keepInfo = keepInfo;
  }

  /**
   * Everything about a torrent that takes thinking. Done before the transaction, on the caller's
   * thread: compressing and taking words apart is half the work, and the writer is one.
   */
  Prepared prepare(TorrentEntry entry) {
    Map<String, Long> extensions = FileKinds.bytesByExtension(entry.files());
    String tags =
        TorrentText.tags(entry, classifier.classify(entry.name(), extensions), extensions);
    return new Prepared(
        entry,
        tags,
        FileList.encode(entry.files()),
        TorrentText.words(entry.name(), entry.files(), tags, entry.size()));
  }

  /** A torrent ready to be written. */
  @SuppressWarnings("ArrayRecordComponent") // never compared, never shown
  record Prepared(TorrentEntry entry, String tags, byte[] files, Set<String> words) {}

  /** Adds torrents that are known to be new: the ledger has said so. */
  void add(Connection connection, List<Prepared> fresh, long seconds) throws SQLException {
    List<Long> ids = dialect.newIds(connection, fresh.size());
    List<IndexedText> texts = new ArrayList<>(fresh.size());
    try (PreparedStatement torrent =
            connection.prepareStatement(
                "INSERT INTO torrent (id, hash, v2_hash, name, tags, file_count, files)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?)");
        PreparedStatement swarm =
            connection.prepareStatement(
                "INSERT INTO swarm (id, seeders, leechers, counted, alive, added, size)"
                    + " VALUES (?, -1, -1, 0, ?, ?, ?)");
        PreparedStatement info =
            connection.prepareStatement("INSERT INTO info (id, info) VALUES (?, ?)")) {
      for (int i = 0; i < fresh.size(); i++) {
        Prepared prepared = fresh.get(i);
        TorrentEntry entry = prepared.entry();
        long id = ids.get(i);
        torrent.setLong(1, id);
        torrent.setBytes(2, entry.hash().toBytes());
        torrent.setBytes(3, entry.v2Hash().map(HexFormat.of()::parseHex).orElse(null));
        torrent.setString(4, entry.name());
        torrent.setString(5, prepared.tags());
        torrent.setInt(6, entry.files().size());
        torrent.setBytes(7, prepared.files());
        torrent.addBatch();
        swarm.setLong(1, id);
        swarm.setLong(2, seconds);
        swarm.setLong(3, seconds);
        swarm.setLong(4, entry.size());
        swarm.addBatch();
        texts.add(new IndexedText(id, prepared.words()));
        if (keepInfo && entry.info().isPresent()) {
          info.setLong(1, id);
          info.setBytes(2, entry.info().get());
          info.addBatch();
        }
      }
      torrent.executeBatch();
      swarm.executeBatch();
      info.executeBatch();
    }
    dialect.index(connection, WordTable.ALL, texts);
  }

  void count(Connection connection, NavigableMap<Key, SwarmCount> counts, long seconds)
      throws SQLException {
    Map<Key, SwarmRow> before = dialect.swarms(connection, counts.navigableKeySet());
    List<Long> unpopular = new ArrayList<>();
    List<IndexedText> popular = new ArrayList<>();
    PastCounts.append(connection, past(before.values()));
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE swarm SET seeders = ?, leechers = ?, counted = ?,"
                + " alive = CASE WHEN ? THEN ? ELSE alive END WHERE id = ?")) {
      for (SwarmCount count : counts.values()) {
        SwarmRow row = before.get(count.hash());
        if (row == null) {
          continue;
        }
        boolean is = WordTable.isPopular(count.seeders());
        if (is && !WordTable.isPopular(row.seeders())) {
          torrent(connection, count.hash()).map(this::text).ifPresent(popular::add);
        } else if (!is && WordTable.isPopular(row.seeders())) {
          unpopular.add(row.id());
        }
        update.setInt(1, count.seeders());
        update.setInt(2, count.leechers());
        update.setLong(3, seconds);
        update.setBoolean(4, count.seeders() + count.leechers() > 0);
        update.setLong(5, seconds);
        update.setLong(6, row.id());
        update.addBatch();
      }
      update.executeBatch();
    }
    dialect.unindex(connection, WordTable.POPULAR, unpopular);
    dialect.index(connection, WordTable.POPULAR, popular);
  }

  private static Map<Long, PastCount> past(Collection<SwarmRow> swarms) {
    Map<Long, PastCount> past = new HashMap<>();
    for (SwarmRow swarm : swarms) {
      if (swarm.counted() > 0) {
        past.put(swarm.id(), new PastCount(swarm.counted(), swarm.seeders(), swarm.leechers()));
      }
    }
    return past;
  }

  private IndexedText text(TorrentListing listing) {
    TorrentEntry entry = listing.entry();
    return new IndexedText(
        listing.id(), TorrentText.words(entry.name(), entry.files(), listing.tags(), entry.size()));
  }

  /** Takes torrents off the shelf. Their hashes stay in the ledger. */
  void remove(Connection connection, Collection<Key> hashes) throws SQLException {
    List<Long> ids = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement("SELECT id FROM torrent WHERE hash = ?")) {
      for (Key hash : hashes) {
        select.setBytes(1, hash.toBytes());
        try (ResultSet row = select.executeQuery()) {
          if (row.next()) {
            ids.add(row.getLong(1));
          }
        }
      }
    }
    for (WordTable each : WordTable.values()) {
      dialect.unindex(connection, each, ids);
    }
    for (String table : List.of("info", "past_counts", "swarm", "torrent")) {
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM " + table + " WHERE id = ?")) {
        for (long id : ids) {
          delete.setLong(1, id);
          delete.addBatch();
        }
        delete.executeBatch();
      }
    }
  }

  Optional<TorrentListing> torrent(Connection connection, Key hash) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE t.hash = ?")) {
      select.setBytes(1, hash.toBytes());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(listing(row)) : Optional.empty();
      }
    }
  }

  private static TorrentListing listing(ResultSet row) throws SQLException {
    return new TorrentListing(
        row.getLong(1),
        new TorrentEntry(
            Key.read(row.getBytes(12), 0),
            Optional.ofNullable(row.getBytes(2)).map(HexFormat.of()::formatHex),
            row.getString(3),
            row.getLong(4),
            FileList.decode(row.getBytes(5)),
            Optional.empty()),
        row.getString(6),
        Seconds.toNanos(row.getLong(7)),
        row.getInt(8),
        row.getInt(9),
        Seconds.toNanos(row.getLong(10)),
        row.getLong(11));
  }

  List<TorrentListing> after(Connection connection, long id, int limit) throws SQLException {
    List<TorrentListing> next = new ArrayList<>(limit);
    try (PreparedStatement select =
        connection.prepareStatement(SELECT + " WHERE t.id > ? ORDER BY t.id LIMIT ?")) {
      select.setLong(1, id);
      select.setInt(2, limit);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          next.add(listing(row));
        }
      }
    }
    return next;
  }

  /** Labels again; returns how many labels changed. */
  int relabel(Connection connection, List<TorrentListing> listings) throws SQLException {
    List<IndexedText> texts = new ArrayList<>();
    List<IndexedText> popular = new ArrayList<>();
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE torrent SET tags = ? WHERE id = ?")) {
      for (TorrentListing listing : listings) {
        Prepared prepared = prepare(listing.entry());
        if (!prepared.tags().equals(listing.tags())) {
          IndexedText text = new IndexedText(listing.id(), prepared.words());
          texts.add(text);
          if (WordTable.isPopular(listing.seeders())) {
            popular.add(text);
          }
          update.setString(1, prepared.tags());
          update.setLong(2, listing.id());
          update.addBatch();
        }
      }
      update.executeBatch();
    }
    reindex(connection, WordTable.ALL, texts);
    reindex(connection, WordTable.POPULAR, popular);
    return texts.size();
  }

  private void reindex(Connection connection, WordTable table, List<IndexedText> texts)
      throws SQLException {
    if (!texts.isEmpty()) {
      dialect.unindex(connection, table, texts.stream().map(IndexedText::id).toList());
      dialect.index(connection, table, texts);
    }
  }

  Optional<byte[]> info(Connection connection, Key hash) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT i.info FROM info i JOIN torrent t ON t.id = i.id WHERE t.hash = ?")) {
      select.setBytes(1, hash.toBytes());
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
      }
    }
  }
}
