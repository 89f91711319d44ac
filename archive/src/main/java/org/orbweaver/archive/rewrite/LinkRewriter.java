package org.orbweaver.archive.rewrite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.parser.Parser;

/** Turns links of one page into links of the archive, at the page's time. */
public final class LinkRewriter {
  /** An ordinary page, a frame, a script, a style, a picture, any other requisite. */
  public static final String PAGE = "mp_";

  public static final String FRAME = "if_";
  public static final String SCRIPT = "js_";
  public static final String STYLE = "cs_";
  public static final String IMAGE = "im_";
  public static final String OTHER = "oe_";

  private static final int SCHEME_SPAN = 12;
  private static final Pattern REFERENCE =
      Pattern.compile("&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z]+);?");

  private final String prefix;
  private final String timestamp;
  private String scheme = "";
  private String origin = "";
  private String document = "";
  private String directory = "";

  /**
   * @param prefix the archive's, such as {@code /web/}
   * @param timestamp the page's
   * @param url of the page, absolute
   */
  public LinkRewriter(String prefix, String timestamp, String url) {
    this.prefix = prefix;
    this.timestamp = timestamp;
    base(url);
  }

  private void base(String url) {
    int hash = url.indexOf('#');
    String bare = hash < 0 ? url : url.substring(0, hash);
    int host = bare.indexOf("://") + 3;
    int path = bare.indexOf('/', host);
    scheme = host < 3 ? "http" : bare.substring(0, host - 3);
    origin = path < 0 ? bare : bare.substring(0, path);
    int query = bare.indexOf('?', host);
    document = query < 0 ? bare : bare.substring(0, query);
    int slash = document.lastIndexOf('/');
    directory = slash < host ? origin + "/" : document.substring(0, slash + 1);
  }

  /** What all links lead to, without the address itself. */
  public String prefix(String modifier) {
    return prefix + timestamp + modifier + "/";
  }

  String timestamp() {
    return timestamp;
  }

  /** The address a link means; the text itself if it is none that is fetched by HTTP. */
  String absolute(String raw) {
    String link = clean(raw);
    int colon = schemeEnd(link);
    if (colon > 0) {
      String name = link.substring(0, colon).toLowerCase(Locale.ROOT);
      if (!isWeb(name)) {
        return link;
      }
      int at = colon + 1;
      if (!link.startsWith("/", at)) {
        // "http:page" is relative where the scheme is the page's own.
        return name.equals(scheme)
            ? absolute(link.substring(at))
            : name + "://" + link.substring(at);
      }
      while (link.startsWith("/", at)) {
        at++;
      }
      return normal(name + "://" + link.substring(at));
    }
    if (link.startsWith("//")) {
      return normal(scheme + ":" + link);
    }
    if (link.startsWith("/")) {
      return normal(origin + link);
    }
    if (link.isEmpty() || link.startsWith("?")) {
      return document + link;
    }
    return normal(directory + link);
  }

  private static boolean isWeb(String name) {
    return name.equals("http") || name.equals("https") || name.equals("ws") || name.equals("wss");
  }

  /** Later relative links are relative to this. */
  void rebase(String raw) {
    String url = absolute(raw);
    if (url.startsWith("http")) {
      base(url);
    }
  }

  /** A link as it stands in markup, where characters may be written as references. */
  String inMarkup(String raw, String modifier) {
    int amp = raw.indexOf('&');
    if (amp < 0 || amp > SCHEME_SPAN || raw.startsWith("&amp;", amp)) {
      return link(raw, modifier);
    }
    return link(asciiDecoded(raw), modifier);
  }

  /**
   * References to characters of an address's frame (number 58 for a colon) resolved. All others
   * stay as they are: to the browser, which knows the page's encoding, and those that would end the
   * attribute.
   */
  static String asciiDecoded(String raw) {
    return REFERENCE
        .matcher(raw)
        .replaceAll(
            match -> {
              String meant = Parser.unescapeEntities(match.group(), true);
              return Matcher.quoteReplacement(isPlain(meant) ? meant : match.group());
            });
  }

  private static boolean isPlain(String meant) {
    return meant.chars().allMatch(c -> c < 0x80 && "\"'&<>".indexOf(c) < 0);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("\"", "&quot;").replace("'", "&#39;");
  }

  /** The archive's link for a link; unchanged if it leads nowhere by HTTP. */
  public String link(String raw, String modifier) {
    String link = clean(raw);
    if (link.isEmpty() || link.startsWith("#")) {
      return raw;
    }
    int colon = schemeEnd(link);
    if (colon > 0 && !isWeb(link.substring(0, colon).toLowerCase(Locale.ROOT))) {
      return raw;
    }
    if (link.startsWith(prefix) && link.length() > prefix.length() + 4) {
      char next = link.charAt(prefix.length());
      if (next >= '0' && next <= '9') {
        return raw; // has been here before
      }
    }
    return prefix(modifier) + absolute(link);
  }

  /** Without what browsers leave out: spaces around, tabs and line ends within. */
  private static String clean(String raw) {
    int start = 0;
    int end = raw.length();
    while (start < end && raw.charAt(start) <= ' ') {
      start++;
    }
    while (end > start && raw.charAt(end - 1) <= ' ') {
      end--;
    }
    String link = raw.substring(start, end);
    if (link.indexOf('\n') >= 0 || link.indexOf('\t') >= 0 || link.indexOf('\r') >= 0) {
      link = link.replaceAll("[\\t\\r\\n]", "");
    }
    return link.indexOf('\\') < 0 || link.startsWith("javascript:") ? link : slashed(link);
  }

  /**
   * Browsers read backslashes as slashes. Behind a byte beyond ASCII it is none, but the second
   * half of a character in Shift_JIS, GBK or Big5.
   */
  private static String slashed(String link) {
    StringBuilder slashed = new StringBuilder(link);
    for (int i = end(link) - 1; i >= 0; i--) {
      if (link.charAt(i) == '\\' && (i == 0 || link.charAt(i - 1) < 0x80)) {
        slashed.setCharAt(i, '/');
      }
    }
    return slashed.toString();
  }

  private static int end(String link) {
    int query = link.indexOf('?');
    int hash = link.indexOf('#');
    int first = query < 0 ? hash : hash < 0 ? query : Math.min(query, hash);
    return first < 0 ? link.length() : first;
  }

  private static int schemeEnd(String link) {
    for (int i = 0; i < link.length(); i++) {
      char c = link.charAt(i);
      if (c == ':') {
        return i;
      }
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      if (!letter && (i == 0 || !(c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'))) {
        return -1;
      }
    }
    return -1;
  }

  /** Without dot segments: two dots too many would eat the archive's own path. */
  private static String normal(String url) {
    int host = url.indexOf("://") + 3;
    int path = url.indexOf('/', host);
    int stop = end(url);
    if (path < 0 || path > stop) {
      return path < 0 && stop == url.length() ? url + "/" : url;
    }
    if (url.indexOf("/.", path) < 0) {
      return url;
    }
    Deque<String> kept = new ArrayDeque<>();
    String[] segments = url.substring(path + 1, stop).split("/", -1);
    for (int i = 0; i < segments.length; i++) {
      String segment = segments[i];
      boolean last = i == segments.length - 1;
      if (segment.equals("..")) {
        kept.pollLast();
      } else if (!segment.equals(".")) {
        kept.addLast(segment);
        continue;
      }
      if (last) {
        kept.addLast("");
      }
    }
    return url.substring(0, path + 1) + String.join("/", kept) + url.substring(stop);
  }
}
