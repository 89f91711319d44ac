package org.orbweaver.fetch.links;

import java.util.Arrays;

/**
 * Prints of the words that a page shows, and of pairs of words that stand side by side: enough to
 * tell whether it says anything new. A word with a digit in it is none: dates, counters and
 * identifiers differ on pages that say the same. Tags, scripts and styles are passed over.
 */
final class WordPrints {
  private static final int MOST = 4_096;
  private static final int READ = 256 << 10;
  private static final int DIGIT = 0x100;
  private static final String[] RAW = {"script", "style"};
  private static final long STEP = 0xff51afd7ed558ccdL;

  /**
   * For each byte what it adds to a word's print, letters of both cases the same; 0 ends a word.
   */
  private static final char[] LETTERS = new char[256];

  static {
    for (int c = 0; c < LETTERS.length; c++) {
      int lower = c >= 'A' && c <= 'Z' ? c | 0x20 : c;
      boolean digit = c >= '0' && c <= '9';
      boolean letter = lower >= 'a' && lower <= 'z' || c >= 0x80;
      LETTERS[c] = (char) (digit ? c | DIGIT : letter ? lower : 0);
    }
  }

  private final byte[] text;
  private final int end;
  private final long[] prints = new long[MOST];
  private int count;
  private long previous;

  private WordPrints(byte[] text) {
    this.text = text;
    this.end = Math.min(text.length, READ);
  }

  /**
   * @param tagged whether tags are no words
   */
  static long[] of(byte[] text, boolean tagged) {
    return new WordPrints(text).read(tagged);
  }

  private long[] read(boolean tagged) {
    int at = 0;
    while (at < end && count < MOST - 1) {
      byte c = text[at];
      if (tagged && c == '<') {
        previous = 0;
        at = behindTag(at);
      } else if (LETTERS[c & 0xff] != 0) {
        at = word(at);
      } else {
        at++;
      }
    }
    return Arrays.copyOf(prints, count);
  }

  private int word(int start) {
    long hash = 0;
    int letters = 0;
    int at = start;
    for (; at < end; at++) {
      int letter = LETTERS[text[at] & 0xff];
      if (letter == 0) {
        break;
      }
      letters |= letter;
      hash =
          Long.rotateLeft(hash, 9) ^ letter; // a product for each letter would take twice as long
    }
    if ((letters & DIGIT) != 0) {
      previous = 0;
      return at;
    }
    hash = (hash ^ at - start) * STEP;
    hash ^= hash >>> 32;
    prints[count++] = hash * STEP;
    if (previous != 0) {
      prints[count++] = (previous * 31 ^ hash) * STEP;
    }
    previous = hash;
    return at;
  }

  private int behindTag(int start) {
    if (start + 1 < end && (text[start + 1] | 0x20) == 's') {
      for (String raw : RAW) {
        int nameEnd = start + 1 + raw.length();
        if (nameEnd < end && TagNames.same(text, start + 1, raw)) {
          return closing(nameEnd, raw);
        }
      }
    }
    for (int at = start; at < end; at++) {
      if (text[at] == '>') {
        return at + 1;
      }
    }
    return end;
  }

  private int closing(int from, String name) {
    for (int at = from; at + 2 + name.length() <= end; at++) {
      if (text[at] == '<' && text[at + 1] == '/' && TagNames.same(text, at + 2, name)) {
        return at;
      }
    }
    return end;
  }
}
