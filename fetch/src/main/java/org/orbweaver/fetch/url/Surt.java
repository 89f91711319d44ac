package org.orbweaver.fetch.url;


/**
 * Sort-friendly URI reordering, as wayback software keys its indexes: {@code
 * http://www.example.org:8080/a?b} becomes {@code org,example:8080)/a?b}. Scheme and a leading "www"
 * are left out, so that a page's captures lie together whatever it was called by.
 */
public final class Surt {
  private Surt() {}

  public static String of(WebUrl url) {
    return host(url.host()) + port(url) + ")" + url.pathAndQuery();
  }

  /** The host's part alone: its pages' keys begin with it and a bracket, port or comma. */
  public static String host(String host) {
    if (host.startsWith("[") || Ipv4Text.endsInNumber(host)) {
      return host;
    }
    String[] labels = (host.startsWith("www.") ? host.substring(4) : host).split("\\.");
    StringBuilder surt = new StringBuilder(host.length());
    for (int i = labels.length - 1; i >= 0; i--) {
      surt.append(labels[i]).append(i > 0 ? "," : "");
    }
    return surt.toString();
  }

  private static String port(WebUrl url) {
    return url.writtenPort() < 0 ? "" : ":" + url.writtenPort();
  }
}
