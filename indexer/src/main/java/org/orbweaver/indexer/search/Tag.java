package org.orbweaver.indexer.search;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

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

  /** Of which every torrent has one. */
  static List<String> allKinds() {
    return IntStream.rangeClosed(1, 8).mapToObj(thousand -> category(1000 * thousand)).toList();
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

  /** The extension of the files that make up most of it. */
  public static String fileType(String extension) {
    return "_f" + extension.toLowerCase(Locale.ROOT);
  }

  /** The same for all torrents with the same files. */
  public static String files(long fingerprint) {
    return "_k" + Long.toString(fingerprint, Character.MAX_RADIX);
  }

  static boolean isFiles(String tag) {
    return tag.startsWith("_k");
  }

  /** That a file of this length is in it. */
  public static String file(long length) {
    return "_b" + Long.toString(length, Character.MAX_RADIX);
  }

  /** That something speaks against it. */
  public static String suspicion(String word) {
    return "_w" + word;
  }

  /**
   * The magnitude of a size. Sorting by size goes from one magnitude to the next: each holds a part
   * of the matches, and the first ones fill the page.
   */
  public static String size(long bytes) {
    return magnitude(magnitudeOf(bytes));
  }

  public static String magnitude(int bits) {
    return "_z" + bits;
  }

  /** How many bits the size has. */
  public static int magnitudeOf(long bytes) {
    return 64 - Long.numberOfLeadingZeros(Math.max(bytes, 0));
  }
}
