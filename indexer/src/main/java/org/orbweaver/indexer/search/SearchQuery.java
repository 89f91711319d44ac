package org.orbweaver.indexer.search;

import java.util.List;

/**
 * One question to the index.
 *
 * @param text as typed: words, {@code "phrases"} (which are looked for in names only), {@code
 *     -excluded} words, {@code begin*} for words that begin so
 * @param tags that must all match, each list by one of its members (see {@link Tag})
 * @param size bounds in bytes, both included
 * @param added bounds of the time when the torrent was fetched, in seconds since the epoch
 * @param minSeeders 0 for all
 * @param offset how many results to skip; more than {@link #DEEPEST} are refused
 */
public record SearchQuery(
    String text,
    List<List<String>> tags,
    Range size,
    Range added,
    int minSeeders,
    Sort sort,
    int offset,
    int limit) {
  /** Nobody reads further; whoever needs everything exports. */
  public static final int DEEPEST = 10_000;

  public static final int MOST = 200;

  public SearchQuery {
    tags = tags.stream().map(List::copyOf).toList();
    if (offset < 0 || offset > DEEPEST) {
      throw new IllegalArgumentException(
          "offset is at most %,d, not %,d: narrow the search, or export the index"
              .formatted(DEEPEST, offset));
    }
    limit = Math.clamp(limit, 0, MOST);
  }

  public SearchQuery(String text, Sort sort, int limit) {
    this(text, List.of(), Range.ALL, Range.ALL, 0, sort, 0, limit);
  }

  /** Both ends included. */
  public record Range(long from, long to) {
    public static final Range ALL = new Range(0, Long.MAX_VALUE);

    public boolean contains(long value) {
      return value >= from && value <= to;
    }
  }

  /** What the inverted index can tell about this question; size and time it cannot. */
  public IndexQuery toIndexQuery() {
    return QueryText.parse(text).toIndexQuery(tags);
  }
}
