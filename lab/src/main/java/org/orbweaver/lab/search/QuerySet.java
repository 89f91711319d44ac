package org.orbweaver.lab.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.search.Tag;
import org.orbweaver.indexer.search.Words;
import org.orbweaver.indexer.store.TorrentEntry;

/** The questions of the search experiment, by class. Words are drawn from the catalog itself. */
final class QuerySet {
  private static final int SAMPLE = 20_000;
  private static final int PAGE = 50;

  private final SyntheticTorrents torrents;
  private final long count;
  private final SplittableRandom random;
  private final List<String> tenth;

  QuerySet(SyntheticTorrents torrents, long count, long seed) {
    this.torrents = torrents;
    this.count = count;
    this.random = new SplittableRandom(seed);
    this.tenth = nearTenth();
  }

  /** The twenty words whose share of all torrents is nearest to one in ten. */
  private List<String> nearTenth() {
    Map<String, Integer> frequency = new HashMap<>();
    int sample = (int) Math.min(count, SAMPLE);
    for (int i = 0; i < sample; i++) {
      TorrentEntry entry = torrents.torrent(random.nextLong(count));
      HashSet<String> words = new HashSet<>(Words.texts(entry.name()));
      entry.files().forEach(file -> words.addAll(Words.texts(file.path())));
      words.forEach(word -> frequency.merge(word, 1, Integer::sum));
    }
    return frequency.entrySet().stream()
        .sorted(Comparator.comparingDouble(each -> Math.abs(each.getValue() - 0.1 * sample)))
        .limit(20)
        .map(Map.Entry::getKey)
        .toList();
  }

  List<String> tenth() {
    return tenth;
  }

  /** So many questions of every class. */
  Map<String, List<SearchQuery>> questions(int perClass) {
    Map<String, List<SearchQuery>> classes = new LinkedHashMap<>();
    for (int i = 0; i < perClass; i++) {
      String common = tenth.get(i % tenth.size());
      String other = tenth.get((i * 7 + 3) % tenth.size());
      add(classes, "rare word", text(rare(), Sort.RELEVANCE));
      add(classes, "two words of a name", text(twoWords(""), Sort.RELEVANCE));
      add(classes, "word in a tenth, by relevance", text(common, Sort.RELEVANCE));
      add(classes, "word in a tenth, by seeders", text(common, Sort.SEEDERS));
      add(classes, "word in a tenth, newest", text(common, Sort.NEWEST));
      add(classes, "word in a tenth, largest", text(common, Sort.LARGEST));
      add(classes, "two such words, by seeders", text(common + " " + other, Sort.SEEDERS));
      add(classes, "phrase", text(twoWords("\""), Sort.RELEVANCE));
      add(classes, "frequent phrase, by seeders", text("\"web dl\"", Sort.SEEDERS));
      add(classes, "Chinese, Japanese, Korean", text(dense(2 + i % 3), Sort.RELEVANCE));
      add(classes, "one such character, by seeders", text(dense(1), Sort.SEEDERS));
      add(classes, "word, category and size, by seeders", filtered(common));
      add(classes, "category by seeders, no words", tagged());
      add(classes, "all by seeders", text("", Sort.SEEDERS));
    }
    return classes;
  }

  private static void add(
      Map<String, List<SearchQuery>> classes, String name, SearchQuery question) {
    classes.computeIfAbsent(name, _ -> new ArrayList<>()).add(question);
  }

  private static SearchQuery text(String text, Sort sort) {
    return new SearchQuery(text, sort, PAGE);
  }

  private SearchQuery filtered(String common) {
    long from = 1L << (28 + random.nextInt(5));
    return new SearchQuery(
        common,
        List.of(List.of(Tag.category(random.nextBoolean() ? 2000 : 5000))),
        new Range(from, 4 * from),
        Range.ALL,
        0,
        Sort.SEEDERS,
        0,
        PAGE);
  }

  private SearchQuery tagged() {
    return new SearchQuery(
        "",
        List.of(List.of(Tag.category((2 + random.nextInt(4)) * 1000))),
        Range.ALL,
        Range.ALL,
        0,
        Sort.SEEDERS,
        0,
        PAGE);
  }

  private String rare() {
    return SyntheticTorrents.word(20_000 + random.nextInt(180_000));
  }

  private String twoWords(String quote) {
    while (true) {
      List<Words.Word> words = Words.of(torrents.torrent(random.nextLong(count)).name());
      if (words.size() >= 3 && !words.get(0).dense() && !words.get(1).dense()) {
        return quote + words.get(0).text() + " " + words.get(1).text() + quote;
      }
    }
  }

  private String dense(int characters) {
    while (true) {
      String name = torrents.torrent(random.nextLong(count)).name();
      if (Words.of(name).getFirst().dense() && name.length() > characters) {
        return name.substring(0, characters);
      }
    }
  }
}
