package org.orbweaver.fetch.url;

/** Paths being built segment by segment; each segment is written as a slash and its text. */
final class UrlPath {
  private UrlPath() {}

  /** Takes the last segment away. */
  static void shorten(StringBuilder path) {
    int slash = path.lastIndexOf("/");
    path.setLength(Math.max(slash, 0));
  }

  /** Appends the segments of text, dots resolved, percent-encoded; both slashes separate. */
  static void append(StringBuilder path, String text, int start, int end) {
    int from = start;
    while (true) {
      int to = from;
      while (to < end && text.charAt(to) != '/' && text.charAt(to) != '\\') {
        to++;
      }
      boolean last = to >= end;
      appendSegment(path, text, from, to, last);
      if (last) {
        return;
      }
      from = to + 1;
    }
  }

  private static void appendSegment(
      StringBuilder path, String text, int from, int to, boolean last) {
    int dots = dots(text, from, to);
    if (dots == 0) {
      path.append('/');
      PercentCode.encodePath(path, text, from, to);
      return;
    }
    if (dots == 2) {
      shorten(path);
    }
    if (last) {
      path.append('/');
    }
  }

  /** 1 for ".", 2 for "..", also when written with %2e; 0 for everything else. */
  private static int dots(String text, int from, int to) {
    int dots = 0;
    int at = from;
    while (at < to) {
      if (text.charAt(at) == '.') {
        at++;
      } else if (text.regionMatches(true, at, "%2e", 0, 3) && at + 3 <= to) {
        at += 3;
      } else {
        return 0;
      }
      dots++;
    }
    return dots <= 2 ? dots : 0;
  }
}
