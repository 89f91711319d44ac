package org.orbweaver.indexer.titles;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.classify.Labels;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.TorrentSearch;
import org.orbweaver.kademlia.Key;

/**
 * Finds the torrents of a film or series by its number: those in whose name the classifier finds
 * just one of its titles, and its year where the name has one. A year may be off by one: films
 * reach festivals before cinemas.
 */
public final class TitleSearch {
  private static final int FILM = 2000;
  private static final int SERIES = 5000;
  private static final int YEARS_OFF = 1;

  /** Of one name; a frequent one is searched no deeper. */
  private static final int MOST_PAGES = 5;

  private final TorrentSearch search;
  private final TitleCatalog catalog;
  private final Classifier classifier;

  public TitleSearch(TorrentSearch search, TitleCatalog catalog, Classifier classifier) {
    this.search = search;
    this.catalog = catalog;
    this.classifier = classifier;
  }

  /**
   * @param tags that must match besides, such as season and episode
   */
  public Hits search(TitleId id, List<List<String>> tags, int offset, int limit) {
    List<Title> titles = catalog.titles(id);
    Set<String> names =
        titles.stream().map(each -> Title.folded(each.name())).collect(Collectors.toSet());
    Map<Key, Hit> found = new LinkedHashMap<>();
    Set<String> asked = new HashSet<>();
    for (Title title : titles) {
      if (asked.add(Title.folded(title.name()))) {
        collect(title, names, tags, found);
      }
    }
    List<Hit> hits = new ArrayList<>(found.values());
    hits.sort(Comparator.comparingInt(Hit::seeders).reversed());
    List<Hit> page = hits.stream().skip(offset).limit(limit).toList();
    return new Hits(page, hits.size(), false);
  }

  /** Whether any table that was taken in has that number. */
  public boolean knows(TitleId id) {
    return !catalog.titles(id).isEmpty();
  }

  private void collect(
      Title title, Set<String> names, List<List<String>> tags, Map<Key, Hit> found) {
    List<List<String>> all = new ArrayList<>(tags);
    all.add(List.of(Tag.category(title.series() ? SERIES : FILM)));
    SearchQuery query =
        new SearchQuery(
            '"' + Title.folded(title.name()) + '"',
            all,
            Range.ALL,
            Range.ALL,
            0,
            Sort.SEEDERS,
            0,
            SearchQuery.MOST);
    for (int page = 0; page < MOST_PAGES; page++) {
      List<Hit> hits = search.search(query.page(page * SearchQuery.MOST, SearchQuery.MOST)).hits();
      hits.stream()
          .filter(hit -> isOf(hit, title.year(), title.series(), names))
          .forEach(hit -> found.putIfAbsent(hit.hash(), hit));
      if (hits.size() < SearchQuery.MOST) {
        return;
      }
    }
  }

  private boolean isOf(Hit hit, OptionalInt year, boolean series, Set<String> names) {
    Labels labels = classifier.classify(hit.name(), Map.of());
    boolean rightYear =
        year.isEmpty()
            || (labels.year().isEmpty()
                ? series
                : Math.abs(labels.year().getAsInt() - year.getAsInt()) <= YEARS_OFF);
    return rightYear && names.contains(Title.folded(labels.title()));
  }

  /** What a torrent probably is, by its title and year. */
  public List<Title> titlesOf(Labels labels) {
    boolean series = labels.category() / 1000 == SERIES / 1000;
    if (!series && labels.category() / 1000 != FILM / 1000) {
      return List.of();
    }
    return catalog.titlesNamed(labels.title()).stream()
        .filter(title -> title.series() == series)
        .filter(title -> isSameYear(title.year(), labels.year(), series))
        .toList();
  }

  private static boolean isSameYear(OptionalInt one, OptionalInt other, boolean series) {
    return one.isEmpty()
        || (other.isEmpty() ? series : Math.abs(one.getAsInt() - other.getAsInt()) <= YEARS_OFF);
  }
}
