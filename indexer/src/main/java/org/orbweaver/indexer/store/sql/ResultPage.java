package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.Relevance;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.sql.SearchStatements.Found;
import org.orbweaver.kademlia.Key;

/** Makes a page of results of the numbers that a search has found. */
final class ResultPage {
  /** Counts all that match, if it must be known. */
  @FunctionalInterface
  interface Counting {
    long count() throws SQLException;
  }

  private ResultPage() {}

  /**
   * @param counting asked only where the page itself does not say it
   */
  static Hits of(
      Connection connection, SearchQuery query, Found found, ResultWindow cut, Counting counting)
      throws SQLException {
    List<Hit> hits = load(connection, found.ids());
    List<Hit> ordered = new ArrayList<>(hits.size());
    int compared = Math.min(cut.compared(), hits.size());
    ordered.addAll(Relevance.order(query, hits.subList(0, compared)));
    ordered.addAll(hits.subList(compared, hits.size()));
    List<Hit> shown =
        ordered.stream().skip(query.offset() - cut.offset()).limit(query.limit()).toList();
    // The last page says it itself, unless it lies behind the last result.
    boolean last = found.ids().size() < cut.limit() && (cut.offset() == 0 || !hits.isEmpty());
    long total = last ? (long) cut.offset() + hits.size() : counting.count();
    return new Hits(shown, Math.min(total, Hits.MOST_COUNTED), total > Hits.MOST_COUNTED);
  }

  /** In the order of the numbers, as far as they still exist. */
  static List<Hit> load(Connection connection, List<Long> ids) throws SQLException {
    if (ids.isEmpty()) {
      return List.of();
    }
    StringBuilder list = new StringBuilder();
    ids.forEach(id -> list.append(list.isEmpty() ? "" : ",").append(id));
    Map<Long, Hit> byId = new HashMap<>();
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT t.id, t.hash, t.v2_hash, t.name, t.tags, s.size, t.file_count, s.seeders,"
                    + " s.leechers, s.added FROM torrent t JOIN swarm s ON s.id = t.id"
                    + " WHERE t.id IN ("
                    + list
                    + ")");
        ResultSet row = select.executeQuery()) {
      while (row.next()) {
        byId.put(row.getLong(1), hit(row));
      }
    }
    List<Hit> hits = new ArrayList<>(ids.size());
    for (long id : ids) {
      Hit hit = byId.get(id);
      if (hit != null) {
        hits.add(hit);
      }
    }
    return hits;
  }

  private static Hit hit(ResultSet row) throws SQLException {
    return new Hit(
        row.getLong(1),
        Key.read(row.getBytes(2), 0),
        Optional.ofNullable(row.getBytes(3)).map(HexFormat.of()::formatHex),
        row.getString(4),
        row.getString(5),
        row.getLong(6),
        row.getInt(7),
        row.getInt(8),
        row.getInt(9),
        row.getLong(10));
  }
}
