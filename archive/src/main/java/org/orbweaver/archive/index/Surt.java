package org.orbweaver.archive.index;

/**
 * Sort-friendly URI reordering, as wayback software keys its indexes: {@code
 * http://www.example.org:8080/a?b} becomes {@code org,example:8080)/a?b}. Scheme and a leading
 * "www" are left out, so that a page's captures lie together whatever it was called by. Expects
 * canonical addresses, as the crawler writes them.
 */
public final class Surt {
  private Surt() {}

  public static String of(String url) {
    int start = url.indexOf("://") + 3;
    int end = url.indexOf('/', start);
    if (start < 3 || end < 0) {
      return url; // not one of ours, yet a key
    }
    int colon = url.indexOf(':', url.startsWith("[", start) ? url.indexOf(']', start) : start);
    int hostEnd = colon < 0 || colon > end ? end : colon;
    return host(url.substring(start, hostEnd))
        + url.substring(hostEnd, end)
        + ")"
        + url.substring(end);
  }

  /**
   * The address that a SURT of {@link #of} may have been made from.
   *
   * @param www whether its host began with that
   */
  static String address(String surt, boolean secure, boolean www) {
    int bracket = surt.startsWith("[") ? surt.indexOf(')', surt.indexOf(']')) : surt.indexOf(')');
    if (bracket < 0) {
      return surt;
    }
    int colon = surt.indexOf(':', surt.startsWith("[") ? surt.indexOf(']') : 0);
    int hostEnd = colon < 0 || colon > bracket ? bracket : colon;
    StringBuilder url =
        new StringBuilder(surt.length() + 12)
            .append(secure ? "https://" : "http://")
            .append(www ? "www." : "");
    for (int end = hostEnd; end >= 0; ) {
      int comma = surt.lastIndexOf(',', end - 1);
      url.append(surt, comma + 1, end).append(comma < 0 ? "" : ".");
      end = comma;
    }
    return url.append(surt, hostEnd, bracket).append(surt, bracket + 1, surt.length()).toString();
  }

  private static boolean isNumeric(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if (c != '.' && (c < '0' || c > '9')) {
        return false;
      }
    }
    return true;
  }

  /** The host's part alone: its pages' keys begin with it and a bracket, port or comma. */
  public static String host(String host) {
    if (host.startsWith("[") || isNumeric(host)) {
      return host;
    }
    String[] labels = (host.startsWith("www.") ? host.substring(4) : host).split("\\.");
    StringBuilder surt = new StringBuilder(host.length());
    for (int i = labels.length - 1; i >= 0; i--) {
      surt.append(labels[i]).append(i > 0 ? "," : "");
    }
    return surt.toString();
  }
}
