package org.orbweaver.archive.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Sorts keys that lie in one array of bytes, as unsigned bytes. Addresses in SURT share long
 * beginnings, which a sort by comparison would read again and again: multikey quicksort (Bentley
 * and Sedgewick 1997) passes each byte of a shared beginning once, and eight of them kept beside
 * each key (Ng and Kakehi 2007) spare it most visits to the keys themselves.
 *
 * <p>Equal keys end up in the order in which they lie in the array.
 */
final class KeySort {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int STEP = 8;
  private static final int FEW = 16;

  /** A stranger's addresses may be alike for longer than the stack has room for. */
  private static final int DEEPEST = 2_048;

  private final byte[] bytes;
  private final int[] starts;
  private final int[] lengths;
  private final long[] words;
  private final SplittableRandom random = new SplittableRandom(1997);

  /**
   * @param bytes with room for eight more behind the last key
   * @param starts of the keys, which are put in order
   * @param lengths of the keys, which go along
   */
  KeySort(byte[] bytes, int[] starts, int[] lengths, int count) {
    this.bytes = bytes;
    this.starts = starts;
    this.lengths = lengths;
    this.words = new long[count];
  }

  void sort() {
    sort(0, words.length, 0);
  }

  private void sort(int from, int to, int depth) {
    if (depth > DEEPEST) {
      whole(from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      words[i] = word(i, depth);
    }
    byWord(from, to, depth);
  }

  /** Eight bytes of a key, those behind its end zero, such that signed numbers keep the order. */
  private long word(int key, int depth) {
    int left = lengths[key] - depth;
    if (left <= 0) {
      return Long.MIN_VALUE;
    }
    long word = (long) WORD.get(bytes, starts[key] + depth);
    long kept = left >= STEP ? word : word & -1L << 8 * (STEP - left);
    return kept ^ Long.MIN_VALUE;
  }

  private void byWord(int first, int end, int depth) {
    int from = first;
    int to = end;
    while (to - from > FEW) {
      long pivot = words[from + random.nextInt(to - from)];
      int below = from;
      int above = to;
      int at = from;
      while (at < above) {
        long word = words[at];
        if (word < pivot) {
          swap(at++, below++);
        } else if (word > pivot) {
          swap(at, --above);
        } else {
          at++;
        }
      }
      equal(below, above, depth);
      // The larger rest in this loop: the stack grows by the smaller one only.
      if (below - from < to - above) {
        byWord(from, below, depth);
        from = above;
      } else {
        byWord(above, to, depth);
        to = below;
      }
    }
    few(from, to, depth);
  }

  private void few(int from, int to, int depth) {
    for (int i = from + 1; i < to; i++) {
      for (int j = i; j > from && words[j - 1] > words[j]; j--) {
        swap(j - 1, j);
      }
    }
    int group = from;
    for (int i = from + 1; i <= to; i++) {
      if (i == to || words[i] != words[group]) {
        equal(group, i, depth);
        group = i;
      }
    }
  }

  /** Keys alike in this word: first those that end in it, the shortest first, then the longer. */
  private void equal(int from, int to, int depth) {
    if (to - from < 2) {
      return;
    }
    int longer = from;
    for (int i = from; i < to; i++) {
      if (lengths[i] <= depth + STEP) {
        swap(i, longer++);
      }
    }
    int end = longer;
    for (int length = depth, sorted = from; sorted < end; length++) {
      int begin = sorted;
      for (int i = sorted; i < end; i++) {
        if (lengths[i] == length) {
          swap(i, sorted++);
        }
      }
      Arrays.sort(starts, begin, sorted);
    }
    if (to - longer > 1) {
      sort(longer, to, depth + STEP);
    }
  }

  private void whole(int from, int to) {
    Integer[] order = new Integer[to - from];
    int[] oldStarts = Arrays.copyOfRange(starts, from, to);
    int[] oldLengths = Arrays.copyOfRange(lengths, from, to);
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (one, other) -> {
          int bySize =
              Arrays.compareUnsigned(
                  bytes,
                  oldStarts[one],
                  oldStarts[one] + oldLengths[one],
                  bytes,
                  oldStarts[other],
                  oldStarts[other] + oldLengths[other]);
          return bySize != 0 ? bySize : Integer.compare(oldStarts[one], oldStarts[other]);
        });
    for (int i = 0; i < order.length; i++) {
      starts[from + i] = oldStarts[order[i]];
      lengths[from + i] = oldLengths[order[i]];
    }
  }

  private void swap(int one, int other) {
    if (one == other) {
      return;
    }
    long word = words[one];
    words[one] = words[other];
    words[other] = word;
    int start = starts[one];
    starts[one] = starts[other];
    starts[other] = start;
    int length = lengths[one];
    lengths[one] = lengths[other];
    lengths[other] = length;
  }
}
