package org.orbweaver.fetch.url;

import org.jspecify.annotations.Nullable;

/** IPv6 addresses: read with :: and a dotted tail, written with the longest zeros compressed. */
final class Ipv6Text {
  private static final int PIECES = 8;

  private Ipv6Text() {}

  /** In brackets, or null if it is none. */
  static @Nullable String normalise(String text) {
    int gap = text.indexOf("::");
    if (gap >= 0 && text.indexOf("::", gap + 1) >= 0) {
      return null;
    }
    int[] pieces = new int[PIECES];
    if (gap < 0) {
      return read(text, pieces, true) == PIECES ? write(pieces) : null;
    }
    int[] tail = new int[PIECES];
    int before = read(text.substring(0, gap), pieces, false);
    int after = read(text.substring(gap + 2), tail, true);
    if (before < 0 || after < 0 || before + after > PIECES - 1) {
      return null;
    }
    System.arraycopy(tail, 0, pieces, PIECES - after, after);
    return write(pieces);
  }

  /** The number of pieces read, or −1. */
  private static int read(String text, int[] pieces, boolean mayEndDotted) {
    if (text.isEmpty()) {
      return 0;
    }
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      boolean dotted = part.indexOf('.') >= 0;
      if (count + (dotted ? 2 : 1) > PIECES || dotted && (i < parts.length - 1 || !mayEndDotted)) {
        return -1;
      }
      if (dotted) {
        long address = dotted(part);
        if (address < 0) {
          return -1;
        }
        pieces[count++] = (int) (address >> 16);
        pieces[count++] = (int) (address & 0xffff);
      } else {
        if (!part.matches("[0-9A-Fa-f]{1,4}")) {
          return -1;
        }
        pieces[count++] = Integer.parseInt(part, 16);
      }
    }
    return count;
  }

  private static long dotted(String text) {
    if (!text.matches("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}")) {
      return -1;
    }
    long address = 0;
    for (String part : text.split("\\.")) {
      int value = Integer.parseInt(part);
      if (value > 255) {
        return -1;
      }
      address = address << 8 | value;
    }
    return address;
  }

  private static String write(int[] pieces) {
    int zeros = longestZeros(pieces);
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < PIECES; i++) {
      if (i == zeros) {
        text.append(i == 0 ? "::" : ":");
        while (i + 1 < PIECES && pieces[i + 1] == 0) {
          i++;
        }
        continue;
      }
      text.append(Integer.toHexString(pieces[i])).append(i < PIECES - 1 ? ":" : "");
    }
    return text.append(']').toString();
  }

  /** Where the first longest run of at least two zeros starts, or −1. */
  private static int longestZeros(int[] pieces) {
    int best = -1;
    int longest = 1;
    for (int start = 0; start < PIECES; start++) {
      int end = start;
      while (end < PIECES && pieces[end] == 0) {
        end++;
      }
      if (end - start > longest) {
        longest = end - start;
        best = start;
      }
      start = Math.max(start, end);
    }
    return best;
  }
}
