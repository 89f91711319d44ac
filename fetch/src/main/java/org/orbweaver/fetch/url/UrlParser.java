package org.orbweaver.fetch.url;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The WHATWG URL standard's basic parser, for the special schemes http and https. The standard's
 * state machine is unrolled into the order in which a special URL's parts come.
 *
 * <p>Differences from the standard: user name, password and fragment are read and dropped (a
 * crawler must not send the one and cannot send the other); an address longer than {@value
 * #LONGEST} characters is none: servers refuse such.
 */
final class UrlParser {
  static final int LONGEST = 8192;

  /** A character may become so many: three bytes, each a percent sign and two digits. */
  private static final int LONGEST_ESCAPE = 9;

  private static final int SCHEME_WITHIN = 100;

  private static final boolean[] PLAIN = new boolean[128];

  static {
    for (char c = 0; c < PLAIN.length; c++) {
      PLAIN[c] = Character.isLetterOrDigit(c) || "-._~/".indexOf(c) >= 0;
    }
  }

  private final String text;
  private final @Nullable WebUrl base;
  private final Charset encoding;

  private UrlParser(String text, @Nullable WebUrl base, Charset encoding) {
    this.text = text;
    this.base = base;
    this.encoding = encoding;
  }

  static @Nullable WebUrl parse(String written, @Nullable WebUrl base, Charset encoding) {
    WebUrl found = written.length() > LONGEST ? null : read(written, base, encoding);
    // Escapes and the base make it longer than it was written; what is an address must be one when
    // it is read again, from a frontier or an archive.
    return found == null || found.toString().length() > LONGEST ? null : found;
  }

  /** What is neither of the web nor relative is none, however long: data, scripts. */
  static boolean isTooLong(String written) {
    if (written.length() <= LONGEST / LONGEST_ESCAPE) {
      return false;
    }
    UrlParser start = new UrlParser(withoutNoise(written.substring(0, SCHEME_WITHIN)), null, UTF_8);
    int colon = start.schemeEnd();
    return colon < 0 || start.text.substring(0, colon).toLowerCase(Locale.ROOT).matches("https?");
  }

  private static @Nullable WebUrl read(String written, @Nullable WebUrl base, Charset encoding) {
    if (base != null && isPlainPath(written, 0)) {
      return base.sibling(written, 0);
    }
    int path = pathStart(written);
    boolean plain = path > 0 && isPlainPath(written, path);
    WebUrl known = plain ? KnownHosts.find(written, path) : null;
    if (known != null) {
      return known.sibling(written, path);
    }
    WebUrl parsed = new UrlParser(withoutNoise(written), base, encoding).parse();
    if (plain && parsed != null) {
      KnownHosts.remember(written, path, parsed);
    }
    return parsed;
  }

  /** Where the path of a whole address begins; −1 unless its host is of letters and the like. */
  private static int pathStart(String text) {
    int start = text.startsWith("http://") ? 7 : text.startsWith("https://") ? 8 : -1;
    for (int i = start; i > 0 && i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '/') {
        return i > start ? i : -1;
      }
      if (c >= 128 || !PLAIN[c] && c != ':') {
        return -1;
      }
    }
    return -1;
  }

  /**
   * Most links are paths of letters, digits and the like, with nothing to encode or to resolve: no
   * segment begins with a dot, and no slash follows another.
   */
  private static boolean isPlainPath(String text, int start) {
    char before = '/';
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean usual = c < 128 && PLAIN[c];
      if (!usual || before == '/' && (c == '.' || c == '/' && i > start)) {
        return false;
      }
      before = c;
    }
    return start < text.length();
  }

  /** Leading and trailing controls and spaces go, tabs and line ends go everywhere. */
  private static String withoutNoise(String text) {
    int start = 0;
    int end = text.length();
    while (start < end && text.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && text.charAt(end - 1) <= ' ') {
      end--;
    }
    boolean clean = true;
    for (int i = start; i < end && clean; i++) {
      clean = !isTabOrNewline(text.charAt(i));
    }
    String trimmed = text.substring(start, end);
    return clean ? trimmed : trimmed.replaceAll("[\t\n\r]", "");
  }

  private static boolean isTabOrNewline(char c) {
    return c == '\t' || c == '\n' || c == '\r';
  }

  private @Nullable WebUrl parse() {
    int colon = schemeEnd();
    if (colon < 0) {
      return base == null ? null : relative(base, 0);
    }
    String scheme = text.substring(0, colon).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return null;
    }
    boolean twoSlashes = text.startsWith("//", colon + 1);
    if (base != null && base.scheme().equals(scheme) && !twoSlashes) {
      return relative(base, colon + 1);
    }
    return authority(scheme, afterSlashes(colon + 1));
  }

  /** The colon after the scheme, or −1. */
  private int schemeEnd() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean later = c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
      if (!letter && !(later && i > 0)) {
        return -1;
      }
    }
    return -1;
  }

  private boolean slashAt(int at) {
    return at < text.length() && (text.charAt(at) == '/' || text.charAt(at) == '\\');
  }

  private int afterSlashes(int at) {
    while (slashAt(at)) {
      at++;
    }
    return at;
  }

  private @Nullable WebUrl relative(WebUrl base, int at) {
    if (slashAt(at)) {
      return slashAt(at + 1)
          ? authority(base.scheme(), afterSlashes(at + 2))
          : rest(base.scheme(), base.host(), base.writtenPort(), new StringBuilder(), at);
    }
    char first = at < text.length() ? text.charAt(at) : '#';
    if (first == '#') {
      return WebUrl.compose(
          base.scheme(), base.host(), base.writtenPort(), base.path(), base.query());
    }
    StringBuilder path = new StringBuilder(base.path());
    if (first == '?') {
      return WebUrl.compose(base.scheme(), base.host(), base.writtenPort(), path, query(at));
    }
    UrlPath.shorten(path);
    return rest(base.scheme(), base.host(), base.writtenPort(), path, at);
  }

  private @Nullable WebUrl authority(String scheme, int start) {
    int end = start;
    int hostStart = start;
    while (end < text.length() && "/\\?#".indexOf(text.charAt(end)) < 0) {
      if (text.charAt(end) == '@') {
        hostStart = end + 1;
      }
      end++;
    }
    int colon = portColon(hostStart, end);
    int port = port(scheme, colon + 1, end);
    String host = port < -1 ? null : HostParser.parse(text.substring(hostStart, colon));
    return host == null ? null : rest(scheme, host, port, new StringBuilder(), end);
  }

  /** The colon before the port, outside an IPv6 address' brackets; the end if there is none. */
  private int portColon(int start, int end) {
    boolean inBrackets = false;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c == '[') {
        inBrackets = true;
      } else if (c == ']') {
        inBrackets = false;
      } else if (c == ':' && !inBrackets) {
        return i;
      }
    }
    return end;
  }

  /** −1 for the scheme's own port, −2 for an impossible one. */
  private int port(String scheme, int start, int end) {
    int port = 0;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        return -2;
      }
      port = port * 10 + c - '0';
      if (port > 0xffff) {
        return -2;
      }
    }
    boolean usual = start >= end || port == (scheme.equals("https") ? 443 : 80);
    return usual ? -1 : port;
  }

  /** Path and query, appended to what the base gave. */
  private WebUrl rest(String scheme, String host, int port, StringBuilder path, int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) != '?' && text.charAt(end) != '#') {
      end++;
    }
    UrlPath.append(path, text, slashAt(at) && at < end ? at + 1 : at, end);
    return WebUrl.compose(scheme, host, port, path, query(end));
  }

  private @Nullable CharSequence query(int at) {
    if (at >= text.length() || text.charAt(at) != '?') {
      return null;
    }
    int end = text.indexOf('#', at);
    StringBuilder query = new StringBuilder();
    PercentCode.encodeQuery(query, text.substring(at + 1, end < 0 ? text.length() : end), encoding);
    return query;
  }
}
