package org.orbweaver.overlay.task;

/**
 * Which URIs may become tasks. Nobody must be made to keep, run or pass on what could never be
 * fetched: a URI has a scheme, no space and no control characters, and what has a host has one of a
 * length that names can have.
 */
public final class Plausible {
  private static final int LONGEST_SCHEME = 32;

  /** A name of 253 characters, and a port. */
  private static final int LONGEST_HOST = 261;

  private Plausible() {}

  public static boolean uri(String uri) {
    int colon = uri.indexOf(':');
    if (colon < 1 || colon > LONGEST_SCHEME || uri.length() > Task.LONGEST_URI) {
      return false;
    }
    for (int i = 0; i < uri.length(); i++) {
      if (!isLegible(uri.charAt(i)) || (i < colon && !isOfScheme(uri.charAt(i)))) {
        return false;
      }
    }
    return colon + 1 < uri.length()
        && (!isOfTheWeb(uri) && !uri.startsWith("//", colon + 1) || hasHost(uri, colon));
  }

  private static boolean isOfTheWeb(String uri) {
    return uri.regionMatches(true, 0, "http", 0, 4);
  }

  private static boolean isLegible(char c) {
    return c > ' ' && (c < 0x7F || c > 0xA0) && c != '\uFFFD'; // what malformed UTF-8 becomes
  }

  private static boolean isOfScheme(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '+'
        || c == '-'
        || c == '.';
  }

  private static boolean hasHost(String uri, int colon) {
    if (!uri.startsWith("//", colon + 1)) {
      return false;
    }
    int from = colon + 3;
    int end = from;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    int host = Math.max(from, uri.lastIndexOf('@', end - 1) + 1);
    return end > host && end - host <= LONGEST_HOST;
  }
}
