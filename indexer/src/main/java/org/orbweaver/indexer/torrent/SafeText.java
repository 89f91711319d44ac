package org.orbweaver.indexer.torrent;

import java.text.Normalizer;

/**
 * Makes strangers' text harmless: nothing in it moves the cursor, turns the reading direction, ends
 * a line, hides, or leaves a directory. What is taken out leaves a visible {@code U+FFFD}, so that
 * an attempt can be seen and two names do not become one by being cleaned.
 *
 * <p>{@code <script>} stays: it is text, and to escape it belongs to the page that shows it.
 */
public final class SafeText {
  /** A file system allows 255 bytes; some makers of torrents put a sentence there. */
  static final int LONGEST = 1_000;

  private static final char REPLACEMENT = '\uFFFD';

  private SafeText() {}

  /** One line of text; blanks at its ends are gone, and it may be empty. */
  public static String line(String text) {
    if (isPlain(text)) {
      return text.strip();
    }
    String composed = Normalizer.normalize(cut(replaceHarmful(cut(text))), Normalizer.Form.NFC);
    return cut(composed).strip();
  }

  /** As long as it was, for terminals, which obey some characters. */
  public static String harmless(String text) {
    return isPlain(text) ? text : replaceHarmful(text);
  }

  /** One segment of a path: a {@link #line} without separators, never empty, "." or "..". */
  static String segment(String text) {
    String line = line(text).replace('/', '_').replace('\\', '_');
    return switch (line) {
      case "", "." -> "_";
      case ".." -> "__";
      default -> line;
    };
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return false;
      }
    }
    return text.length() <= LONGEST;
  }

  private static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(LONGEST - 1));
    return text.substring(0, splitsPair ? LONGEST - 1 : LONGEST);
  }

  private static String replaceHarmful(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints().forEach(c -> clean.appendCodePoint(isHarmful(c) ? REPLACEMENT : c));
    return clean.toString();
  }

  private static boolean isHarmful(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          true;
      // Overrides of direction, invisible spaces, tags. Two joiners are part of how Persian,
      // Indic scripts and family emoji are written.
      case Character.FORMAT -> c != 0x200C && c != 0x200D;
      default -> false;
    };
  }
}
