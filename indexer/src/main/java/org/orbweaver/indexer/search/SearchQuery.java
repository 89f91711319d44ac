package org.orbweaver.indexer.search;

import java.util.List;

/**
 * One question to the index.
 *
 * @param text as typed: words, {@code "phrases"} (which are looked for in names only), {@code
 *     -excluded} words, {@code begin*} for words that begin so
 * @param tags that must all match, each list by one of its members (see {@link Tag})
 * @param withoutTags none of which may match
 * @param size bounds in bytes, both included
 * @param added bounds of the time when the torrent was fetched, in seconds since the epoch
 * @param minSeeders 0 for all
 * @param offset how many results to skip; more than {@link #DEEPEST} are refused
 */
public record SearchQuery(
    String text,
    List<List<String>> tags,
    List<String> withoutTags,
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
    withoutTags = List.copyOf(withoutTags);
    if (offset < 0 || offset > DEEPEST) {
      throw new IllegalArgumentException(
          "offset is at most %,d, not %,d: narrow the search, or export the index"
              .formatted(DEEPEST, offset));
    }
    limit = Math.clamp(limit, 0, MOST);
  }

  public SearchQuery(
      String text,
      List<List<String>> tags,
      Range size,
      Range added,
      int minSeeders,
      Sort sort,
      int offset,
      int limit) {
    this(text, tags, List.of(), size, added, minSeeders, sort, offset, limit);
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

  /** The same, but for torrents with any of these tags. */
  public SearchQuery without(List<String> excluded) {
    return new SearchQuery(text, tags, excluded, size, added, minSeeders, sort, offset, limit);
  }

  /** The same in another order. */
  public SearchQuery sortedBy(Sort other) {
    return new SearchQuery(text, tags, withoutTags, size, added, minSeeders, other, offset, limit);
  }

  /** Another part of the results. */
  public SearchQuery page(int from, int most) {
    return new SearchQuery(text, tags, withoutTags, size, added, minSeeders, sort, from, most);
  }

  /** What the inverted index can tell about this question; size and time it cannot. */
  public IndexQuery toIndexQuery() {
    List<List<String>> required =
        // An index can only tell what is not among what is: every torrent has one of these.
        !withoutTags.isEmpty() && tags.isEmpty() ? List.of(Tag.allKinds()) : tags;
    return QueryText.parse(text).toIndexQuery(required, withoutTags);
  }
}
