package org.orbweaver.overlay.task;

import java.util.regex.Pattern;

/**
 * Which URIs may become tasks. Nobody must be made to keep, run or pass on what could never be
 * fetched: a URI has a scheme, no space and no control characters, and a web page has a host of a
 * length that names can have.
 */
public final class Plausible {
  private static final Pattern URI =
      Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]{0,31}:[^\\x00-\\x20\\x7F-\\xA0\uFFFD]+");
  private static final Pattern WEB =
      Pattern.compile("(?i)https?://(?:[^/?#@]*@)?[^/?#@]{1,261}(?:[/?#].*)?");

  private Plausible() {}

  public static boolean uri(String uri) {
    return uri.length() <= Task.LONGEST_URI
        && URI.matcher(uri).matches()
        && (!uri.regionMatches(true, 0, "http", 0, 4) || WEB.matcher(uri).matches());
  }
}
