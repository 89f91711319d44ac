package org.orbweaver.archive.rewrite;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads tags as browsers do, whatever is wrong with them. */
final class TagReader {
  private final String html;

  /** Where it is: behind a tag when that has been read. */
  private int at;

  TagReader(String html) {
    this.html = html;
  }

  int at() {
    return at;
  }

  /**
   * @param start of its name
   * @param valueStart -1 if it has no value
   */
  record Attribute(String name, int start, int valueStart, int valueEnd, boolean quoted) {}

  static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean isNameEnd(char c) {
    return c <= ' ' || c == '/' || c == '>';
  }

  /** The name of the tag that opens at a place; goes on behind it. */
  String name(int open) {
    int end = open + 1;
    while (end < html.length() && !isNameEnd(html.charAt(end))) {
      end++;
    }
    at = end;
    return html.substring(open + 1, end).toLowerCase(Locale.ROOT);
  }

  /** The tag's attributes that decide what others mean, wherever they stand; stays where it is. */
  HtmlTag lookAhead(String name) {
    HtmlTag tag = new HtmlTag(name, "", "", "", "");
    if (!name.equals("link") && !name.equals("meta") && !name.equals("script")) {
      return tag;
    }
    int start = at;
    Attribute attribute;
    while ((attribute = next()) != null) {
      if (attribute.valueStart() >= 0) {
        String value =
            LinkRewriter.asciiDecoded(html.substring(attribute.valueStart(), attribute.valueEnd()))
                .strip()
                .toLowerCase(Locale.ROOT);
        tag = tag.with(attribute.name(), value);
      }
    }
    at = start;
    return tag;
  }

  /** The next attribute, or null at the tag's end, behind which it goes on. */
  @Nullable Attribute next() {
    int length = html.length();
    while (at < length && (html.charAt(at) <= ' ' || html.charAt(at) == '/')) {
      at++;
    }
    if (at >= length || html.charAt(at) == '>') {
      at = Math.min(length, at + 1);
      return null;
    }
    int start = at++;
    while (at < length && !isNameEnd(html.charAt(at)) && html.charAt(at) != '=') {
      at++;
    }
    String name = html.substring(start, at).toLowerCase(Locale.ROOT);
    int equals = at;
    while (equals < length && html.charAt(equals) <= ' ') {
      equals++;
    }
    if (equals >= length || html.charAt(equals) != '=') {
      return new Attribute(name, start, -1, -1, false);
    }
    at = equals + 1;
    while (at < length && html.charAt(at) <= ' ') {
      at++;
    }
    if (at >= length) {
      return new Attribute(name, start, -1, -1, false);
    }
    char quote = html.charAt(at);
    if (quote == '"' || quote == '\'') {
      int end = html.indexOf(quote, at + 1);
      int stop = end < 0 ? length : end;
      Attribute attribute = new Attribute(name, start, at + 1, stop, true);
      at = Math.min(length, stop + 1);
      return attribute;
    }
    int value = at;
    while (at < length && html.charAt(at) > ' ' && html.charAt(at) != '>') {
      at++;
    }
    return new Attribute(name, start, value, at, false);
  }
}
