package org.orbweaver.fetch.links;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The addresses in a style sheet: {@code url(…)} and {@code @import "…"}. */
final class CssLinks {
  private static final Pattern COMMENT = Pattern.compile("/\\*.*?(?:\\*/|$)", Pattern.DOTALL);

  /** Possessive, so that a hostile sheet cannot make it try again and again. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:url\\(\\s*+|@import\\s++(?=[\"']))"
              + "(?:\"((?:[^\"\\\\\\n]|\\\\.)*+)\"|'((?:[^'\\\\\\n]|\\\\.)*+)'"
              + "|((?:[^\\s\"'()\\\\]++|\\\\[0-9A-Fa-f]{1,6}\\s?+|\\\\.){1,200}+))",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** {@code image-set("a.png" 1x, url(b.png) 2x)}: its strings are addresses, too. */
  private static final Pattern IMAGE_SET =
      Pattern.compile("image-set\\(((?:[^()]|\\((?:[^()])*+\\))*+)\\)", Pattern.CASE_INSENSITIVE);

  /** Only where a word begins: a word of a megabyte would be tried from each of its letters. */
  private static final Pattern CALL = Pattern.compile("(?<!\\w)\\w++\\([^()]*+\\)");

  private static final Pattern STRING = Pattern.compile("\"([^\"\\n]++)\"|'([^'\\n]++)'");

  private static final Pattern ESCAPE =
      Pattern.compile("\\\\(?:([0-9A-Fa-f]{1,6})\\s?|(.))", Pattern.DOTALL);

  private final String css;
  private final LinkCollector links;

  CssLinks(byte[] css, LinkCollector links) {
    this.css = new String(css, links.encoding());
    this.links = links;
  }

  void read() {
    String code = css.contains("/*") ? COMMENT.matcher(css).replaceAll(" ") : css;
    Matcher addresses = ADDRESS.matcher(code);
    while (addresses.find()) {
      add(firstGroup(addresses));
    }
    Matcher sets = IMAGE_SET.matcher(code);
    while (sets.find()) {
      Matcher strings = STRING.matcher(CALL.matcher(sets.group(1)).replaceAll(" "));
      while (strings.find()) {
        add(firstGroup(strings));
      }
    }
  }

  private void add(String address) {
    if (!address.regionMatches(true, 0, "data:", 0, 5)) {
      links.add(unescaped(address), LinkKind.REQUISITE, false);
    }
  }

  private static String firstGroup(Matcher match) {
    for (int i = 1; i < match.groupCount(); i++) {
      if (match.group(i) != null) {
        return match.group(i);
      }
    }
    return match.group(match.groupCount());
  }

  private static String unescaped(String text) {
    return text.indexOf('\\') < 0
        ? text
        : ESCAPE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(character(found)));
  }

  private static String character(MatchResult escape) {
    String hex = escape.group(1);
    if (hex == null) {
      return escape.group(2);
    }
    int point = Integer.parseInt(hex, 16);
    return Character.isValidCodePoint(point) ? Character.toString(point) : "\uFFFD";
  }
}
