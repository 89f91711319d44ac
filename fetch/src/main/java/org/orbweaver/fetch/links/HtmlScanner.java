package org.orbweaver.fetch.links;

import java.nio.charset.Charset;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * Finds start tags and their attributes in a page's bytes, as the HTML standard's tokenizer would:
 * comments, quoted attribute values, and elements whose content is text (script, style, …) hide
 * what looks like tags. Works on every encoding in which ASCII is ASCII.
 *
 * <pre>{@code
 * while (scanner.nextTag()) … scanner.name() … scanner.attribute("href")
 * }</pre>
 *
 * Bounded: one pass, no recursion, and at most {@value #MOST_ATTRIBUTES} attributes of a tag count.
 */
final class HtmlScanner {
  private static final int MOST_ATTRIBUTES = 64;
  private static final String CDATA = "<![CDATA[";

  private final byte[] html;
  private final Charset encoding;
  private int at;
  private int nameStart;
  private int nameEnd;
  private final int[] attributeStarts = new int[MOST_ATTRIBUTES];
  private final int[] attributeEnds = new int[MOST_ATTRIBUTES];
  private final int[] valueStarts = new int[MOST_ATTRIBUTES];
  private final int[] valueEnds = new int[MOST_ATTRIBUTES];
  private int attributes;

  HtmlScanner(byte[] html, Charset encoding) {
    this.html = html;
    this.encoding = encoding;
  }

  /** Goes to the next start tag; false at the end. */
  boolean nextTag() {
    while (true) {
      while (at < html.length && html[at] != '<') {
        at++;
      }
      if (at + 1 >= html.length) {
        return false;
      }
      byte next = html[at + 1];
      if (isLetter(next)) {
        at++;
        return readTag();
      }
      if (next == '!') {
        skipDeclaration();
      } else if (next == '?') {
        skipTo((byte) '>', at + 2);
      } else if (next == '/' && at + 2 < html.length && isLetter(html[at + 2])) {
        at += 2;
        if (!readTag()) {
          return false;
        }
      } else if (next == '/' && at + 2 < html.length) {
        skipTo((byte) '>', at + 2);
      } else {
        at++;
      }
    }
  }

  private static boolean isLetter(byte c) {
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'z';
  }

  private static boolean isSpace(byte c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }

  private void skipTo(byte end, int from) {
    at = from;
    while (at < html.length && html[at] != end) {
      at++;
    }
    at = Math.min(at + 1, html.length);
  }

  /** A comment, or a doctype or the like, which ends at the first bracket. */
  private void skipDeclaration() {
    if (!matches(at + 2, "--")) {
      skipTo((byte) '>', at + 2);
      return;
    }
    int i = at + 4;
    if (i < html.length && html[i] == '>' || matches(i, "->")) {
      skipTo((byte) '>', i);
      return;
    }
    while (i < html.length) {
      if (html[i] == '-' && (matches(i, "-->") || matches(i, "--!>"))) {
        skipTo((byte) '>', i);
        return;
      }
      i++;
    }
    at = html.length;
  }

  private boolean matches(int from, String text) {
    if (from + text.length() > html.length) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (html[from + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** From the name's first letter to behind the bracket; false if the page ends before it. */
  private boolean readTag() {
    int start = at;
    while (at < html.length && !isSpace(html[at]) && html[at] != '/' && html[at] != '>') {
      at++;
    }
    nameStart = start;
    nameEnd = at;
    attributes = 0;
    while (true) {
      while (at < html.length && (isSpace(html[at]) || html[at] == '/')) {
        at++;
      }
      if (at >= html.length) {
        return false;
      }
      if (html[at] == '>') {
        at++;
        return true;
      }
      readAttribute();
    }
  }

  private void readAttribute() {
    int start = at++;
    while (at < html.length
        && !isSpace(html[at])
        && html[at] != '/'
        && html[at] != '>'
        && html[at] != '=') {
      at++;
    }
    int end = at;
    while (at < html.length && isSpace(html[at])) {
      at++;
    }
    int valueStart = end;
    int valueEnd = end;
    if (at < html.length && html[at] == '=') {
      at++;
      while (at < html.length && isSpace(html[at])) {
        at++;
      }
      boolean quoted = at < html.length && (html[at] == '"' || html[at] == '\'');
      byte quote = quoted ? html[at++] : 0;
      valueStart = at;
      while (at < html.length
          && (quoted ? html[at] != quote : !isSpace(html[at]) && html[at] != '>')) {
        at++;
      }
      valueEnd = at;
      at += quoted && at < html.length ? 1 : 0;
    }
    if (attributes < MOST_ATTRIBUTES) {
      attributeStarts[attributes] = start;
      attributeEnds[attributes] = end;
      valueStarts[attributes] = valueStart;
      valueEnds[attributes] = valueEnd;
      attributes++;
    }
  }

  /** In lower case. */
  String name() {
    return TagNames.of(html, nameStart, nameEnd);
  }

  /** The first attribute of this name, character references resolved; null if there is none. */
  @Nullable String attribute(String wanted) {
    for (int i = 0; i < attributes; i++) {
      int start = attributeStarts[i];
      if (attributeEnds[i] - start == wanted.length() && TagNames.same(html, start, wanted)) {
        return text(valueStarts[i], valueEnds[i]);
      }
    }
    return null;
  }

  private String text(int start, int end) {
    String raw = new String(html, start, end - start, encoding);
    if (raw.indexOf('&') < 0) {
      return raw;
    }
    String plain = raw.replace("&amp;", "\0");
    return plain.indexOf('&') < 0 ? plain.replace('\0', '&') : Parser.unescapeEntities(raw, true);
  }

  /** The content of an element that holds text only, from here to its end tag. */
  byte[] rawText() {
    int start = at;
    String closing = "</" + name();
    for (int i = at; i + closing.length() <= html.length; i++) {
      if (html[i] == '<' && closesAt(i, closing)) {
        at = i;
        return java.util.Arrays.copyOfRange(html, start, i);
      }
    }
    at = html.length;
    return java.util.Arrays.copyOfRange(html, start, html.length);
  }

  /** The text from here to the next tag, CDATA sections opened; for elements of XML. */
  String elementText() {
    StringBuilder text = new StringBuilder();
    while (at < html.length) {
      if (matches(at, CDATA)) {
        int end = at + CDATA.length();
        while (end < html.length && !matches(end, "]]>")) {
          end++;
        }
        text.append(new String(html, at + CDATA.length(), end - at - CDATA.length(), encoding));
        at = Math.min(end + 3, html.length);
      } else if (html[at] == '<') {
        break;
      } else {
        int start = at;
        while (at < html.length && html[at] != '<') {
          at++;
        }
        text.append(text(start, at));
      }
    }
    return text.toString().strip();
  }

  private boolean closesAt(int from, String closing) {
    for (int i = 1; i < closing.length(); i++) {
      int c = html[from + i];
      int lower = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
      if (lower != closing.charAt(i)) {
        return false;
      }
    }
    int behind = from + closing.length();
    return behind >= html.length
        || isSpace(html[behind])
        || html[behind] == '/'
        || html[behind] == '>';
  }

  void stop() {
    at = html.length;
  }
}
