package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.orbweaver.indexer.content.FileFingerprint;
import org.orbweaver.indexer.content.SharedFiles;
import org.orbweaver.indexer.search.Facets;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.IndexQuery;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.indexer.store.Arrivals;
import org.orbweaver.indexer.store.Likeness;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.sql.SearchStatements.Found;

/**
 * Search over either engine.
 *
 * <p>A frequent word has a hundred thousand matches, and sorting them all to show fifty would take
 * the engines half a second. So whatever can be sorted by divides the index into parts, of which
 * the first ones hold the first page: by seeders, the popular torrents and then all; by size, one
 * magnitude after the other, for these are indexed like words; by age, stretches of numbers, since
 * torrents are numbered as they arrive. That keeps a word in every tenth torrent as quick as a rare
 * one, without any ranking inside the engine.
 */
final class StoreSearch implements TorrentSearch {
  /** More alternatives for a size cost more than they spare. */
  private static final int MOST_MAGNITUDES = 6;

  /** So many matches are sorted by size at once. */
  private static final int FEW = 5_000;

  /** To look at more of the best-seeded torrents takes longer than to ask the index for all. */
  private static final int MOST_SKIMMED = 10_000;

  /** The first stretch of numbers is so many times as long as is expected to suffice. */
  private static final int AMPLE = 3;

  /** Indexers that share a store have different clocks and take their time to commit. */
  private static final long CLOCK_SLACK_SECONDS = 3_600;

  /** So many of those that share a large file are compared. */
  private static final int MOST_LIKE = 100;

  private static final long DAY = 86_400;
  private static final int SOME = 500;

  private final Database database;

  StoreSearch(Database database) {
    this.database = database;
  }

  @Override
  public Hits search(SearchQuery query) {
    return database.read(connection -> search(connection, query));
  }

  @Override
  public Facets facets(SearchQuery query) {
    return database.read(connection -> facets(connection, query));
  }

  private Facets facets(Connection connection, SearchQuery query) throws SQLException {
    FacetCount count = new FacetCount();
    IndexQuery asked = query.toIndexQuery();
    if (!asked.isEmpty()) {
      database
          .dialect()
          .search(WordTable.ALL, asked, numbers(connection, query.added()))
          .tags(connection, query, Hits.MOST_COUNTED, count::add);
    } else if (query.text().isBlank()) {
      try (PreparedStatement select =
          connection.prepareStatement(
              "SELECT t.tags FROM swarm s JOIN torrent t ON t.id = s.id WHERE true"
                  + Filters.of(query)
                  + " ORDER BY s.id DESC LIMIT ?")) {
        select.setInt(1, Hits.MOST_COUNTED);
        Filters.texts(select, count::add);
      }
    }
    return count.facets();
  }

  private Hits search(Connection connection, SearchQuery query) throws SQLException {
    IndexQuery asked = query.toIndexQuery();
    if (asked.isEmpty()) {
      // Without words there is only the order; but nothing but punctuation asks for nothing.
      return query.text().isBlank() ? browse(connection, query) : new Hits(List.of(), 0, false);
    }
    IndexQuery words = narrowed(connection, query, asked);
    Range numbers = numbers(connection, query.added());
    SearchStatements index = database.dialect().search(WordTable.ALL, words, numbers);
    long newest = largest(connection, "id");
    long matches = index.matches(connection, newest);
    SwarmOrder order = SwarmOrder.of(query.sort());
    ResultWindow cut = ResultWindow.of(query);
    Found found =
        switch (order) {
          case SEEDERS -> bySeeders(connection, query, words, numbers, cut, newest, matches);
          case LARGEST, SMALLEST ->
              matches <= FEW
                  ? index.gather(connection, query, order, cut.limit(), cut.offset())
                  : bySize(connection, query, words, numbers, cut);
          case NEWEST, OLDEST ->
              index.gathersInOrderOfArrival()
                  ? index.gather(connection, query, order, cut.limit(), cut.offset())
                  : byAge(connection, query, words, numbers, cut, newest, matches);
        };
    return ResultPage.of(
        connection, query, found, cut, () -> index.count(connection, query, Hits.MOST_COUNTED + 1));
  }

  /** Those that have one of its largest files, compared by all of theirs. */
  List<Likeness> similar(
      Connection connection, TorrentListing torrent, TorrentTable catalog, int limit)
      throws SQLException {
    List<ListedFile> files = torrent.entry().files();
    List<String> words = SharedFiles.landmarks(files).stream().map(Tag::file).toList();
    if (words.isEmpty()) {
      return List.of();
    }
    SearchQuery any =
        new SearchQuery("", List.of(words), Range.ALL, Range.ALL, 0, Sort.SEEDERS, 0, MOST_LIKE);
    Found found =
        database
            .dialect()
            .search(WordTable.ALL, any.toIndexQuery(), Range.ALL)
            .gather(connection, any, SwarmOrder.SEEDERS, MOST_LIKE, 0);
    OptionalLong fingerprint = FileFingerprint.of(files);
    List<Likeness> alike = new ArrayList<>();
    for (Hit hit : ResultPage.load(connection, found.ids())) {
      if (hit.id() == torrent.id()) {
        continue;
      }
      List<ListedFile> others =
          catalog
              .torrent(connection, hit.hash())
              .map(each -> each.entry().files())
              .orElse(List.of());
      alike.add(
          new Likeness(
              hit,
              SharedFiles.share(files, others),
              FileFingerprint.of(others).equals(fingerprint)));
    }
    alike.sort(
        Comparator.comparingDouble(Likeness::shared)
            .thenComparingInt(each -> each.hit().seeders())
            .reversed());
    return List.copyOf(alike.subList(0, Math.min(limit, alike.size())));
  }

  private Found bySeeders(
      Connection connection,
      SearchQuery query,
      IndexQuery words,
      Range numbers,
      ResultWindow cut,
      long newest,
      long matches)
      throws SQLException {
    SearchStatements popular = database.dialect().search(WordTable.POPULAR, words, numbers);
    long depth = (long) AMPLE * (cut.offset() + cut.limit()) * newest / Math.max(1, matches);
    Found found =
        depth <= MOST_SKIMMED
            ? popular.skim(connection, query, depth, cut.limit(), cut.offset())
            : new Found(List.of(), 0);
    if (found.ids().size() < cut.limit()) {
      found = popular.gather(connection, query, SwarmOrder.SEEDERS, cut.limit(), cut.offset());
    }
    return found.ids().size() == cut.limit()
        ? new Found(found.ids(), 0)
        : database
            .dialect()
            .search(WordTable.ALL, words, numbers)
            .gather(connection, query, SwarmOrder.SEEDERS, cut.limit(), cut.offset());
  }

  private Found bySize(
      Connection connection, SearchQuery query, IndexQuery words, Range numbers, ResultWindow cut)
      throws SQLException {
    SwarmOrder order = SwarmOrder.of(query.sort());
    int smallest = Tag.magnitudeOf(query.size().from());
    int largest = largestMagnitude(connection, query);
    int wanted = cut.offset() + cut.limit();
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i <= largest - smallest && ids.size() < wanted; i++) {
      int bits = order == SwarmOrder.LARGEST ? largest - i : smallest + i;
      IndexQuery part = words.andAnyOf(List.of(Tag.magnitude(bits)));
      ids.addAll(
          database
              .dialect()
              .search(WordTable.ALL, part, numbers)
              .gather(connection, query, order, wanted - ids.size(), 0)
              .ids());
    }
    return new Found(ids.subList(Math.min(cut.offset(), ids.size()), ids.size()), 0);
  }

  private Found byAge(
      Connection connection,
      SearchQuery query,
      IndexQuery words,
      Range numbers,
      ResultWindow cut,
      long newest,
      long matches)
      throws SQLException {
    SwarmOrder order = SwarmOrder.of(query.sort());
    long first = numbers.from();
    long last = Math.min(numbers.to(), newest);
    double stretch =
        (double) AMPLE * (cut.offset() + cut.limit()) * (last - first + 1) / Math.max(1, matches);
    while (true) {
      boolean all = stretch >= last - first;
      Range part =
          all
              ? numbers
              : order == SwarmOrder.NEWEST
                  ? new Range(last - (long) stretch, last)
                  : new Range(first, first + (long) stretch);
      Found found =
          database
              .dialect()
              .search(WordTable.ALL, words, part)
              .gather(connection, query, order, cut.limit(), cut.offset());
      if (all || found.ids().size() == cut.limit()) {
        return all ? found : new Found(found.ids(), 0);
      }
      stretch *= 10;
    }
  }

  /** With the magnitudes of the size, if they are few. The exact size is seen to later. */
  private static IndexQuery narrowed(Connection connection, SearchQuery query, IndexQuery words)
      throws SQLException {
    if (query.size().equals(Range.ALL)) {
      return words;
    }
    int smallest = Tag.magnitudeOf(query.size().from());
    int largest = largestMagnitude(connection, query);
    boolean few = smallest <= largest && largest - smallest < MOST_MAGNITUDES;
    return few
        ? words.andAnyOf(IntStream.rangeClosed(smallest, largest).mapToObj(Tag::magnitude).toList())
        : words;
  }

  private static int largestMagnitude(Connection connection, SearchQuery query)
      throws SQLException {
    return Tag.magnitudeOf(Math.min(query.size().to(), largest(connection, "size")));
  }

  private static long largest(Connection connection, String column) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return SqlStore.number(statement, "SELECT max(" + column + ") FROM swarm");
    }
  }

  /**
   * The numbers of torrents that arrived in that time, and of some that did just before or after.
   */
  private static Range numbers(Connection connection, Range added) throws SQLException {
    long from = added.from() == 0 ? 0 : firstSince(connection, added.from() - CLOCK_SLACK_SECONDS);
    long to =
        added.to() == Long.MAX_VALUE
            ? Long.MAX_VALUE
            : firstSince(connection, added.to() + CLOCK_SLACK_SECONDS);
    return new Range(from, Math.max(from, to));
  }

  /** Torrents are numbered as they arrive, so a day is a stretch of numbers. */
  List<Arrivals> arrivals(Connection connection, int days, long seconds) throws SQLException {
    List<Arrivals> all = new ArrayList<>(days);
    long day = seconds / DAY * DAY - (days - 1L) * DAY;
    long first = firstSince(connection, day);
    try (PreparedStatement count =
            connection.prepareStatement("SELECT count(*) FROM swarm WHERE id >= ? AND id < ?");
        PreparedStatement some =
            connection.prepareStatement(
                "SELECT avg(CASE WHEN seeders > 0 THEN 1.0 ELSE 0.0 END) FROM (SELECT seeders FROM"
                    + " swarm WHERE id >= ? AND id < ? AND seeders >= 0 LIMIT "
                    + SOME
                    + ") sampled")) {
      for (int i = 0; i < days; i++) {
        long next = firstSince(connection, day + DAY);
        all.add(new Arrivals(day, (long) between(count, first, next), between(some, first, next)));
        first = next;
        day += DAY;
      }
    }
    return all;
  }

  private static double between(PreparedStatement select, long first, long next)
      throws SQLException {
    select.setLong(1, first);
    select.setLong(2, next);
    try (ResultSet row = select.executeQuery()) {
      row.next();
      return row.getDouble(1);
    }
  }

  /** By halving: there is no index by time, and none is needed. */
  private static long firstSince(Connection connection, long seconds) throws SQLException {
    long low = 0;
    long high = largest(connection, "id") + 1;
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT id, added FROM swarm WHERE id >= ? ORDER BY id LIMIT 1")) {
      while (low < high) {
        long middle = (low + high) >>> 1;
        select.setLong(1, middle);
        try (ResultSet row = select.executeQuery()) {
          if (!row.next() || row.getLong(2) >= seconds) {
            high = middle;
          } else {
            low = row.getLong(1) + 1;
          }
        }
      }
    }
    return low;
  }

  /** No words at all: the order alone. */
  private static Hits browse(Connection connection, SearchQuery query) throws SQLException {
    ResultWindow cut = new ResultWindow(query.offset(), query.limit() + 1, 0);
    String bounds = Filters.of(query) + Filters.numbers("s.id", numbers(connection, query.added()));
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT s.id, 0 FROM swarm s WHERE true"
                + bounds
                + " ORDER BY "
                + SwarmOrder.of(query.sort()).clause()
                + " LIMIT ? OFFSET ?")) {
      select.setInt(1, cut.limit());
      select.setInt(2, cut.offset());
      return ResultPage.of(
          connection, query, Filters.found(select), cut, () -> count(connection, bounds));
    }
  }

  private static long count(Connection connection, String bounds) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT count(*) FROM (SELECT 1 FROM swarm s WHERE true"
                + bounds
                + " LIMIT ?) counted")) {
      select.setInt(1, Hits.MOST_COUNTED + 1);
      return Filters.number(select);
    }
  }
}
