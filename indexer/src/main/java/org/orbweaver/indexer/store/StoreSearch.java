package org.orbweaver.indexer.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.store.SearchStatements.Found;
import org.orbweaver.kademlia.Key;

/**
 * Search over either engine.
 *
 * <p>With m of N torrents matching, sorting all matches costs m steps, and walking the order until
 * a page of k is full costs about k·N/m probes, each as dear as fifty steps. Whatever the words,
 * one of the two is cheap. So the matches are counted up to a cap, and the cap decides. That keeps
 * a word in every tenth torrent as quick as a rare one, without any ranking inside the engine. By
 * size it is simpler: sizes never change, so their magnitudes are in the word index.
 */
final class StoreSearch implements TorrentSearch {
  /** More matches than this are not sorted but walked to; measured, see docs/performance.md. */
  private static final int CAP = 50_000;

  /** A walk that has found no page by then was misled: popular words among unpopular torrents. */
  private static final int LONGEST_WALK = 4_000;

  /** By relevance, so many of the best-seeded matches are compared; fewer if they are walked to. */
  private static final int COMPARED = 300;

  private static final int COMPARED_WALKING = 100;

  private final Database database;

  StoreSearch(Database database) {
    this.database = database;
  }

  @Override
  public Hits search(SearchQuery query) {
    return database.read(connection -> search(connection, query));
  }

  private Hits search(Connection connection, SearchQuery query) throws SQLException {
    IndexQuery words = query.toIndexQuery();
    boolean ranked = query.sort() == Sort.RELEVANCE && !words.isEmpty();
    int limit = ranked ? COMPARED : query.limit() + 1;
    int offset = ranked ? 0 : query.offset();
    if (words.isEmpty()) {
      // Without words there is only the order; but nothing but punctuation asks for nothing.
      return query.text().isBlank()
          ? page(connection, query, browse(connection, query, limit, offset), false, limit, CAP + 1)
          : new Hits(List.of(), 0, false);
    }
    SearchStatements index = database.dialect().search(words);
    Order order = Order.of(query.sort());
    long matches = index.matches(connection, CAP + 1);
    Found found;
    if (matches <= CAP || order == Order.NEWEST || order == Order.OLDEST) {
      found = index.gather(connection, query, order, limit, offset);
    } else if (order == Order.SEEDERS) {
      limit = Math.min(limit, COMPARED_WALKING);
      found = index.walk(connection, query, order, limit, offset, LONGEST_WALK);
      if (found.ids().size() < limit) {
        found = index.gather(connection, query, order, limit, offset);
      }
    } else {
      found = byMagnitude(connection, query, words, order, limit, offset);
    }
    return page(
        connection, query, found.ids(), ranked, limit, found.total() > 0 ? found.total() : matches);
  }

  /** Many matches by size: one magnitude after the other until the page is full. */
  private Found byMagnitude(
      Connection connection,
      SearchQuery query,
      IndexQuery words,
      Order order,
      int limit,
      int offset)
      throws SQLException {
    int smallest = Tag.magnitudeOf(query.size().from());
    int largest = Tag.magnitudeOf(Math.min(query.size().to(), largestSize(connection)));
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i <= largest - smallest && ids.size() < offset + limit; i++) {
      int bits = order == Order.LARGEST ? largest - i : smallest + i;
      SearchStatements part = database.dialect().search(words.and(Tag.magnitude(bits)));
      ids.addAll(part.gather(connection, query, order, offset + limit - ids.size(), 0).ids());
    }
    return new Found(ids.subList(Math.min(offset, ids.size()), ids.size()), 0);
  }

  private static long largestSize(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return SqlStore.number(statement, "SELECT max(size) FROM swarm");
    }
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

  /**
   * @param limit how many were asked for; fewer mean that these are the last
   * @param matches how many there are as far as is known, perhaps more than the cap
   */
  private static Hits page(
      Connection connection,
      SearchQuery query,
      List<Long> ids,
      boolean ranked,
      int limit,
      long matches)
      throws SQLException {
    List<Hit> hits = load(connection, ids);
    boolean last = ids.size() < limit;
    List<Hit> shown =
        ranked
            ? Relevance.order(query, hits).stream()
                .skip(query.offset())
                .limit(query.limit())
                .toList()
            : hits.subList(0, Math.min(hits.size(), query.limit()));
    // Behind the last result the number is exact; before it, the words' matches are the bound.
    long seen = ranked ? hits.size() : query.offset() + hits.size();
    long total = last ? seen : Math.max(matches, seen);
    return new Hits(shown, Math.min(total, CAP), total > CAP);
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
