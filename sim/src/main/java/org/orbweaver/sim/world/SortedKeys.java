package org.orbweaver.sim.world;

import java.util.Arrays;

/**
 * The top 64 bits of every key in natural order, and for each value of the very first bits the
 * place where its run begins.
 *
 * <p>That table makes a subspace's range one or two reads where the subspace is large, and a search
 * among the one or two keys of a cell where it is small. Two of 16.4 million random keys share 64
 * bits once in a hundred thousand worlds; where it happens the lower bits decide, outside this
 * class.
 */
final class SortedKeys {
  private final long[] high;
  private final int[] runs;
  private final int tableBits;

  /** Takes the array over and sorts it. */
  SortedKeys(long[] unsorted) {
    high = unsorted;
    sortUnsigned(high);
    tableBits = Math.max(1, 31 - Integer.numberOfLeadingZeros(Math.max(1, high.length)));
    runs = new int[(1 << tableBits) + 1];
    int index = 0;
    for (int cell = 0; cell <= 1 << tableBits; cell++) {
      while (index < high.length && high[index] >>> (64 - tableBits) < cell) {
        index++;
      }
      runs[cell] = index;
    }
  }

  private static void sortUnsigned(long[] values) {
    Arrays.parallelSetAll(values, i -> values[i] ^ Long.MIN_VALUE);
    Arrays.parallelSort(values);
    Arrays.parallelSetAll(values, i -> values[i] ^ Long.MIN_VALUE);
  }

  int size() {
    return high.length;
  }

  long high(int index) {
    return high[index];
  }

  /** The first index whose key is not below; {@link #size} if all are. */
  int notBelow(long bound) {
    int cell = (int) (bound >>> (64 - tableBits));
    int from = runs[cell];
    int to = runs[cell + 1];
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (Long.compareUnsigned(high[middle], bound) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  /** Where the keys begin that share {@code depth} bits, 0 to 64, with the given one. */
  int first(long key, int depth) {
    if (depth <= tableBits) {
      return depth == 0 ? 0 : runs[(int) (key >>> (64 - depth)) << (tableBits - depth)];
    }
    return notBelow(key & prefixMask(depth));
  }

  /** Where they end: the index after the last of them. */
  int end(long key, int depth) {
    if (depth <= tableBits) {
      return depth == 0
          ? high.length
          : runs[((int) (key >>> (64 - depth)) + 1) << (tableBits - depth)];
    }
    long last = key | ~prefixMask(depth);
    return last == -1L ? high.length : notBelow(last + 1);
  }

  private static long prefixMask(int depth) {
    return -1L << (64 - depth);
  }

  /** How many bits the key at {@code index} shares with its nearest neighbour: up to 64. */
  int deepestShared(int index) {
    int before = index > 0 ? Long.numberOfLeadingZeros(high[index] ^ high[index - 1]) : 0;
    int after =
        index + 1 < high.length ? Long.numberOfLeadingZeros(high[index] ^ high[index + 1]) : 0;
    return Math.max(before, after);
  }

  boolean hasTies() {
    for (int i = 1; i < high.length; i++) {
      if (high[i] == high[i - 1]) {
        return true;
      }
    }
    return false;
  }
}
