package org.orbweaver.archive.rewrite;

/** Style sheets: {@code url(…)}, {@code @import "…"}, {@code image-set("…")}. */
final class CssRewriter {
  private final LinkRewriter links;
  private final boolean inMarkup;

  /**
   * @param inMarkup within an attribute, where quotes may be written as references
   */
  CssRewriter(LinkRewriter links, boolean inMarkup) {
    this.links = links;
    this.inMarkup = inMarkup;
  }

  String rewrite(String css) {
    StringBuilder out = null;
    int copied = 0;
    int at = 0;
    while (at < css.length()) {
      char c = css.charAt(at);
      if (c == '/' && css.startsWith("/*", at)) {
        int end = css.indexOf("*/", at + 2);
        at = end < 0 ? css.length() : end + 2;
        continue;
      }
      int start = -1;
      int end = -1;
      String modifier = LinkRewriter.OTHER;
      if ((c == 'u' || c == 'U') && css.regionMatches(true, at, "url(", 0, 4)) {
        start = skipSpace(css, at + 4);
        if (css.startsWith("&quot;", start) || css.startsWith("&#39;", start)) {
          String quote = css.substring(start, css.indexOf(';', start) + 1);
          start += quote.length();
          end = css.indexOf(quote, start);
        } else if (isQuote(css, start)) {
          end = closing(css, start);
          start++;
        } else {
          end = css.indexOf(')', start);
          while (end > start && css.charAt(end - 1) <= ' ') {
            end--;
          }
        }
        if (isImport(css, at)) {
          modifier = LinkRewriter.STYLE;
        }
      } else if (c == '@' && css.regionMatches(true, at, "@import", 0, 7)) {
        int quote = skipSpace(css, at + 7);
        if (isQuote(css, quote)) {
          start = quote + 1;
          end = closing(css, quote);
          modifier = LinkRewriter.STYLE;
        }
      } else if ((c == 'i' || c == 'I') && css.regionMatches(true, at, "image-set(", 0, 10)) {
        int close = css.indexOf(')', at);
        int quote = skipSpace(css, at + 10);
        while (close > 0 && isQuote(css, quote) && quote < close) {
          int stop = closing(css, quote);
          if (stop < 0) {
            break;
          }
          out = out == null ? new StringBuilder(css.length() + 256) : out;
          out.append(css, copied, quote + 1).append(link(css.substring(quote + 1, stop), modifier));
          copied = stop;
          int comma = css.indexOf(',', stop);
          close = css.indexOf(')', stop);
          quote = comma < 0 || comma > close ? Integer.MAX_VALUE : skipSpace(css, comma + 1);
        }
        at += 10;
        at = Math.max(at, copied);
        continue;
      } else if (c == '"' || c == '\'') {
        int stop = closing(css, at);
        at = stop < 0 ? css.length() : stop + 1;
        continue;
      }
      if (start >= 0 && end > start) {
        out = out == null ? new StringBuilder(css.length() + 256) : out;
        out.append(css, copied, start).append(link(css.substring(start, end), modifier));
        copied = end;
        at = end;
      } else {
        at++;
      }
    }
    return out == null ? css : out.append(css, copied, css.length()).toString();
  }

  private String link(String raw, String modifier) {
    // Escapes of CSS in an address are rare: an address that has some is left as it is.
    return raw.indexOf('\\') >= 0
        ? raw
        : inMarkup ? links.inMarkup(raw, modifier) : links.link(raw, modifier);
  }

  private static boolean isImport(String css, int url) {
    int at = url;
    while (at > 0 && css.charAt(at - 1) <= ' ') {
      at--;
    }
    return at >= 7 && css.regionMatches(true, at - 7, "@import", 0, 7);
  }

  private static boolean isQuote(String css, int at) {
    return at < css.length() && (css.charAt(at) == '"' || css.charAt(at) == '\'');
  }

  /** Where a quoted text ends; -1 if it does not on its line. */
  private static int closing(String css, int quote) {
    for (int i = quote + 1; i < css.length(); i++) {
      char c = css.charAt(i);
      if (c == css.charAt(quote)) {
        return i;
      }
      if (c == '\\') {
        i++;
      } else if (c == '\n') {
        return -1;
      }
    }
    return -1;
  }

  private static int skipSpace(String css, int from) {
    int at = from;
    while (at < css.length() && css.charAt(at) <= ' ') {
      at++;
    }
    return at;
  }
}
