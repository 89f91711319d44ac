package org.orbweaver.indexer.store;

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
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.store.SearchStatements.Found;
import org.orbweaver.kademlia.Key;

/**
 * Search over either engine.
 *
 * <p>With m of N torrents matching, sorting all matches costs m steps, and walking the order until a
 * page of k is full costs about k·N/m probes. Whatever the words, one of the two is cheap: both
 * meet near m = √(k·N). So the matches are counted up to a cap, and the cap decides. That keeps a
 * word in every tenth torrent as quick as a rare one, without any ranking inside the engine.
 */
final class StoreSearch implements TorrentSearch {
  /** More matches than this are not sorted but walked to; measured, see docs/performance.md. */
  private static final int CAP = 20_000;

  /** A walk that has found no page by then was misled: popular words among unpopular torrents. */
  private static final int LONGEST_WALK = 40_000;

  /** By relevance, so many of the best-seeded matches are compared. */
  private static final int COMPARED = 300;

  private final Database database;

  StoreSearch(Database database) {
    this.database = database;
  }

  @Override
  public Hits search(SearchQuery query) {
    return database.read(connection -> search(connection, query));
  }

  private Hits search(Connection connection, SearchQuery query) throws SQLException {
    boolean ranked = query.sort() == Sort.RELEVANCE && !query.text().isBlank();
    int limit = ranked ? COMPARED : query.limit() + 1;
    int offset = ranked ? 0 : query.offset();
    IndexQuery words = query.toIndexQuery();
    if (words.isEmpty()) {
      if (!query.text().isBlank()) {
        return new Hits(List.of(), 0, false); // nothing but punctuation was asked for
      }
      return page(connection, query, browse(connection, query, limit, offset), false, CAP);
    }
    SearchStatements index = database.dialect().search(words);
    Order order = Order.of(query.sort());
    long matches = index.matches(connection, CAP + 1);
    boolean gather = matches <= CAP || order == Order.NEWEST || order == Order.OLDEST;
    Found found =
        gather
            ? index.gather(connection, query, order, limit, offset)
            : index.walk(connection, query, order, limit, offset, LONGEST_WALK);
    if (!gather && found.ids().size() < limit) {
      found = index.gather(connection, query, order, limit, offset);
    }
    return page(
        connection, query, found.ids(), ranked, found.total() > 0 ? found.total() : matches);
  }

  /** No words at all: the order alone. */
  private static List<Long> browse(Connection connection, SearchQuery query, int limit, int offset)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT s.id, 0 FROM swarm s WHERE true"
                + Filters.of(query)
                + " ORDER BY "
                + Order.of(query.sort()).clause()
                + " LIMIT ? OFFSET ?")) {
      select.setInt(1, limit);
      select.setInt(2, offset);
      return Filters.found(select).ids();
    }
  }

  private Hits page(
      Connection connection, SearchQuery query, List<Long> ids, boolean ranked, long matches)
      throws SQLException {
    List<Hit> hits = load(connection, ids);
    boolean last = ids.size() < (ranked ? COMPARED : query.limit() + 1);
    if (ranked) {
      hits = Relevance.order(query, hits);
      int from = Math.min(query.offset(), hits.size());
      int to = Math.min(from + query.limit(), hits.size());
      long total = last ? hits.size() : Math.max(matches, hits.size());
      return new Hits(hits.subList(from, to), Math.min(total, CAP), !last && matches > CAP);
    }
    int shown = Math.min(hits.size(), query.limit());
    // Behind the last result the number is exact; before it, the words' matches are the bound.
    long total = last ? query.offset() + shown : Math.max(matches, query.offset() + shown + 1L);
    return new Hits(hits.subList(0, shown), Math.min(total, CAP), !last && matches > CAP);
  }

  private static List<Hit> load(Connection connection, List<Long> ids) throws SQLException {
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
