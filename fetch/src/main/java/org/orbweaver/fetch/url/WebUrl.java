package org.orbweaver.fetch.url;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * An absolute http or https URL, without user name, password and fragment, as the WHATWG parser
 * writes it. One string and four places in it, because a page of 36 links makes 36 of these:
 *
 * <pre>
 *   https://example.org:8443/a/b?q=1
 *           ^host      ^port^path ^query
 * </pre>
 */
public final class WebUrl {
  private static final int NO_QUERY = -1;

  private final String href;
  private final int hostStart;
  private final int hostEnd;
  private final int pathStart;
  private final int queryStart;

  /** The fingerprint's half, 0 until asked for; a page's links to its own host inherit it. */
  private long hostHash;

  private WebUrl(String href, int hostStart, int hostEnd, int pathStart, int queryStart) {
    this.href = href;
    this.hostStart = hostStart;
    this.hostEnd = hostEnd;
    this.pathStart = pathStart;
    this.queryStart = queryStart;
  }

  /** The parsed address, or null if the text is none or has another scheme. */
  public static @Nullable WebUrl parse(String text) {
    return UrlParser.parse(text, null, StandardCharsets.UTF_8);
  }

  /** The same for a link on a page; an empty link is the page itself. */
  public static @Nullable WebUrl parse(String text, WebUrl base) {
    return UrlParser.parse(text, base, StandardCharsets.UTF_8);
  }

  /** The same for a link on a page in another character encoding: it decides a query's bytes. */
  public static @Nullable WebUrl parse(String text, WebUrl base, Charset encoding) {
    return UrlParser.parse(text, base, encoding);
  }

  /** Whether a text that is no address would be one if it were shorter, as far as one can tell. */
  public static boolean isTooLong(String text) {
    return UrlParser.isTooLong(text);
  }

  /** For addresses that were parsed before, such as those of a file we wrote ourselves. */
  public static WebUrl of(String href) {
    WebUrl url = parse(href);
    if (url == null) {
      throw new IllegalArgumentException(
          "\"" + href + "\" is not a web address; write it as https://host/path");
    }
    return url;
  }

  /** All parts in their final spelling; port −1 for the scheme's own. */
  static WebUrl compose(
      String scheme, String host, int port, CharSequence path, @Nullable CharSequence query) {
    StringBuilder text = new StringBuilder(16 + host.length() + path.length());
    text.append(scheme).append("://");
    int hostStart = text.length();
    text.append(host);
    int hostEnd = text.length();
    if (port >= 0) {
      text.append(':').append(port);
    }
    int pathStart = text.length();
    text.append(path);
    int queryStart = NO_QUERY;
    if (query != null) {
      queryStart = text.append('?').length();
      text.append(query);
    }
    return new WebUrl(text.toString(), hostStart, hostEnd, pathStart, queryStart);
  }

  /** A page of the same host, by a path in this text with nothing to encode or resolve. */
  WebUrl sibling(String text, int start) {
    int keep = pathStart;
    if (text.charAt(start) != '/') {
      int pathEnd = queryStart == NO_QUERY ? href.length() : queryStart - 1;
      keep = href.lastIndexOf('/', pathEnd - 1) + 1;
    }
    String whole =
        new StringBuilder(keep + text.length() - start)
            .append(href, 0, keep)
            .append(text, start, text.length())
            .toString();
    WebUrl sibling = new WebUrl(whole, hostStart, hostEnd, pathStart, NO_QUERY);
    sibling.hostHash = hostHash();
    return sibling;
  }

  /** Of scheme, host and port. Two threads that ask at once find the same. */
  long hostHash() {
    long known = hostHash;
    if (known == 0) {
      known = Fingerprint.host(href, pathStart);
      hostHash = known;
    }
    return known;
  }

  public String scheme() {
    return secure() ? "https" : "http";
  }

  public boolean secure() {
    return hostStart == 8;
  }

  /** A domain name, an IPv4 address, or an IPv6 address in brackets. */
  public String host() {
    return href.substring(hostStart, hostEnd);
  }

  /** Where to connect: the port that was written, or the scheme's own. */
  public int port() {
    int written = writtenPort();
    return written >= 0 ? written : secure() ? 443 : 80;
  }

  int writtenPort() {
    return hostEnd == pathStart ? -1 : Integer.parseInt(href, hostEnd + 1, pathStart, 10);
  }

  /** Host, and port where one is written: the value of a Host header. */
  public String hostAndPort() {
    return href.substring(hostStart, pathStart);
  }

  /** Scheme, host and port: what robots.txt, connections and politeness belong to. */
  public String authority() {
    return href.substring(0, pathStart);
  }

  public String path() {
    return href.substring(pathStart, queryStart == NO_QUERY ? href.length() : queryStart - 1);
  }

  public @Nullable String query() {
    return queryStart == NO_QUERY ? null : href.substring(queryStart);
  }

  /** Path and query: what a request asks for. */
  public String pathAndQuery() {
    return href.substring(pathStart);
  }

  int pathStart() {
    return pathStart;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof WebUrl that && href.equals(that.href);
  }

  @Override
  public int hashCode() {
    return href.hashCode();
  }

  @Override
  public String toString() {
    return href;
  }
}
