package org.orbweaver.indexer.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Facts about a torrent that are indexed beside its words, so that "TV, season 2, 1080p" is an AND
 * like any other and needs no index of its own. They begin with a character that no word contains.
 */
public final class Tag {
  private Tag() {}

  /** A Torznab category, or its thousand. */
  public static String category(int category) {
    return "_c" + category;
  }

  public static String year(int year) {
    return "_y" + year;
  }

  public static String season(int season) {
    return "_s" + season;
  }

  public static String episode(int episode) {
    return "_e" + episode;
  }

  public static String resolution(String resolution) {
    return "_r" + resolution.toLowerCase(Locale.ROOT);
  }

  public static String language(String language) {
    return "_l" + language.toLowerCase(Locale.ROOT);
  }

  /** The magnitude of a size: every quarter of a power of two would be finer than anybody asks. */
  public static String size(long bytes) {
    return "_z" + magnitude(bytes);
  }

  static List<String> sizes(SearchQuery.Range range) {
    List<String> tags = new ArrayList<>();
    for (int i = magnitude(range.from()); i <= magnitude(range.to()); i++) {
      tags.add("_z" + i);
    }
    return tags;
  }

  private static int magnitude(long bytes) {
    return 64 - Long.numberOfLeadingZeros(Math.max(bytes, 0));
  }
}
