package org.orbweaver.archive.rewrite;

import java.util.function.UnaryOperator;

/**
 * What a {@code Refresh} header or a meta element of that name says, read as browsers read it (HTML
 * standard, "shared declarative refresh steps"): the address may stand behind {@code url=}, in
 * quotes, or by itself behind a semicolon, a comma or only a space.
 */
public final class Refresh {
  private Refresh() {}

  /**
   * @param link the archive's link for a link
   */
  public static String rewrite(String value, UnaryOperator<String> link) {
    int delay = space(value, 0);
    int at = delay;
    while (at < value.length() && (isDigit(value.charAt(at)) || value.charAt(at) == '.')) {
      at++;
    }
    if (at == delay || at == value.length() || !isBehindDelay(value.charAt(at))) {
      return value; // no refresh, or one of the page itself
    }
    String seconds = value.substring(delay, at);
    at = space(value, at);
    if (at < value.length() && (value.charAt(at) == ';' || value.charAt(at) == ',')) {
      at = space(value, at + 1);
    }
    if (at == value.length()) {
      return value;
    }
    return seconds + ";url=" + link.apply(address(value, at));
  }

  private static String address(String value, int start) {
    int at = start;
    if (value.regionMatches(true, at, "url", 0, 3)) {
      int equals = space(value, at + 3);
      if (equals == value.length() || value.charAt(equals) != '=') {
        return value.substring(start);
      }
      at = space(value, equals + 1);
    }
    char quote = at < value.length() ? value.charAt(at) : ' ';
    if (quote != '"' && quote != '\'') {
      return value.substring(at);
    }
    int end = value.indexOf(quote, at + 1);
    return value.substring(at + 1, end < 0 ? value.length() : end);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isBehindDelay(char c) {
    return c == ';' || c == ',' || isSpace(c);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }

  private static int space(String value, int start) {
    int at = start;
    while (at < value.length() && isSpace(value.charAt(at))) {
      at++;
    }
    return at;
  }
}
