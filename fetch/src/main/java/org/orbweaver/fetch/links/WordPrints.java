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
  private static final long STEP = 0xff51afd7ed558ccdL;

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
      } else if (isWordByte(c)) {
        at = word(at);
      } else {
        at++;
      }
    }
    return Arrays.copyOf(prints, count);
  }

  private int word(int start) {
    long hash = 0;
    boolean digits = false;
    int at = start;
    for (; at < end && isWordByte(text[at]); at++) {
      int c = text[at];
      digits |= c >= '0' && c <= '9';
      hash = (hash ^ (c >= 'A' && c <= 'Z' ? c | 0x20 : c)) * STEP;
    }
    if (digits) {
      previous = 0;
      return at;
    }
    hash ^= hash >>> 29;
    prints[count++] = hash;
    if (previous != 0) {
      prints[count++] = (previous * 31 ^ hash) * STEP;
    }
    previous = hash;
    return at;
  }

  private static boolean isWordByte(byte c) {
    return c < 0 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  private int behindTag(int start) {
    for (String raw : new String[] {"script", "style"}) {
      int nameEnd = start + 1 + raw.length();
      if (nameEnd < end && TagNames.same(text, start + 1, raw)) {
        return find(nameEnd, "</" + raw);
      }
    }
    return find(start, ">") + 1;
  }

  private int find(int from, String what) {
    for (int at = from; at + what.length() <= end; at++) {
      if (TagNames.same(text, at, what)) {
        return at;
      }
    }
    return end;
  }
}
