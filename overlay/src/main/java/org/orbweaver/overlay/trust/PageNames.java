package org.orbweaver.overlay.trust;

import java.util.Arrays;
import java.util.stream.LongStream;

/** The names of a chapter's pages, in order; of nobody's are there more than some thousand. */
final class PageNames {
  private long[] names = new long[8];
  private int size;

  /** Returns whether it is new. */
  boolean add(long name) {
    int at = Arrays.binarySearch(names, 0, size, name);
    if (at >= 0) {
      return false;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, 2 * size);
    }
    int to = -at - 1;
    System.arraycopy(names, to, names, to + 1, size - to);
    names[to] = name;
    size++;
    return true;
  }

  boolean contains(long name) {
    return Arrays.binarySearch(names, 0, size, name) >= 0;
  }

  int size() {
    return size;
  }

  LongStream stream() {
    return Arrays.stream(names, 0, size);
  }

  /**
   * Equal for two who have the same pages. The reader draws the salt anew each time: under a known
   * sum an attacker could write pages that cancel out an honest one's name, and who lacked all of
   * them would believe that it lacked none.
   */
  long sum(long salt) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += mixed(names[i] ^ salt);
    }
    return sum;
  }

  /** The finaliser of SplitMix64. */
  static long mixed(long name) {
    long x = (name ^ name >>> 30) * 0xBF58476D1CE4E5B9L;
    x = (x ^ x >>> 27) * 0x94D049BB133111EBL;
    return x ^ x >>> 31;
  }
}
