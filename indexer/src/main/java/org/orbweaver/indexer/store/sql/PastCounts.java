package org.orbweaver.indexer.store.sql;

import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.orbweaver.indexer.store.PastCount;

/**
 * What swarms were, a row for each torrent that was counted more than once: the latest count stands
 * in the swarm's own row, and moves here when the next one comes. Bounded: when a row is full,
 * every second one of its older half goes, so that a spark line keeps its shape.
 */
final class PastCounts {
  static final int MOST = 60;

  /** Counts that follow each other sooner tell nothing new. */
  private static final long CLOSEST_SECONDS = 3_600;

  private PastCounts() {}

  /** Keeps what was known until now, by the torrent's number. */
  static void append(Connection connection, Map<Long, PastCount> before) throws SQLException {
    try (PreparedStatement upsert =
        connection.prepareStatement(
            "INSERT INTO past_counts (id, counts) VALUES (?, ?)"
                + " ON CONFLICT (id) DO UPDATE SET counts = excluded.counts")) {
      for (Map.Entry<Long, PastCount> each : before.entrySet()) {
        List<PastCount> counts = new ArrayList<>(of(connection, each.getKey()));
        PastCount count = each.getValue();
        if (!counts.isEmpty() && count.at() - counts.getLast().at() < CLOSEST_SECONDS) {
          continue;
        }
        counts.add(count);
        upsert.setLong(1, each.getKey());
        upsert.setBytes(2, encode(thinned(counts)));
        upsert.addBatch();
      }
      upsert.executeBatch();
    }
  }

  static List<PastCount> of(Connection connection, long id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT counts FROM past_counts WHERE id = ?")) {
      select.setLong(1, id);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? decode(row.getBytes(1)) : List.of();
      }
    }
  }

  static List<PastCount> thinned(List<PastCount> counts) {
    if (counts.size() <= MOST) {
      return counts;
    }
    List<PastCount> fewer = new ArrayList<>(MOST);
    for (int i = 0; i < counts.size(); i++) {
      if (i >= counts.size() / 2 || i % 2 == 0) {
        fewer.add(counts.get(i));
      }
    }
    return fewer;
  }

  /** Time since the one before, seeders, leechers; each LEB128. */
  static byte[] encode(List<PastCount> counts) {
    ByteArrayOutputStream blob = new ByteArrayOutputStream();
    long before = 0;
    for (PastCount count : counts) {
      Leb128.write(blob, Math.max(0, count.at() - before));
      Leb128.write(blob, Math.max(0, count.seeders()));
      Leb128.write(blob, Math.max(0, count.leechers()));
      before = Math.max(before, count.at());
    }
    return blob.toByteArray();
  }

  static List<PastCount> decode(byte[] blob) {
    List<PastCount> counts = new ArrayList<>();
    Leb128.Reader reader = new Leb128.Reader(blob);
    long at = 0;
    while (reader.hasNext()) {
      at += reader.next();
      counts.add(new PastCount(at, (int) reader.next(), (int) reader.next()));
    }
    return counts;
  }
}
