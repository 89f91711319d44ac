package org.orbweaver.console.up;

import java.util.ArrayDeque;
import java.util.Deque;

/** Writes HTML: tags by name, and text as text. */
final class Html {
  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Opens an element.
   *
   * @param attributes names and values in turn; a value is escaped
   */
  Html open(String tag, String... attributes) {
    start(tag, attributes);
    open.push(tag);
    return this;
  }

  private void start(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i + 1 < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      escape(attributes[i + 1]);
      out.append('"');
    }
    out.append('>');
  }

  /** An element that has no end. */
  Html empty(String tag, String... attributes) {
    start(tag, attributes);
    return this;
  }

  /** Closes the element opened last. */
  Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  Html text(String text) {
    escape(text);
    return this;
  }

  /** A whole element with text in it. */
  Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  private void escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '&' -> out.append("&amp;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        default -> out.append(isHarmless(c) ? c : '\ufffd');
      }
    }
  }

  /** Control characters would be invisible, and direction marks would turn the line around. */
  private static boolean isHarmless(char c) {
    return (c >= ' ' || c == '\n' || c == '\t')
        && (c < '\u007f' || c > '\u009f')
        && (c < '\u200e' || c > '\u200f')
        && (c < '\u202a' || c > '\u202e')
        && (c < '\u2066' || c > '\u2069');
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return out.toString();
  }
}
