package org.orbweaver.census.suspects;

import java.util.Arrays;
import org.orbweaver.census.SnapshotNodes;

/**
 * A snapshot's nodes in the order of their IDs' first bits, eight bytes each:
 *
 * <pre>
 *   | first bits of the ID, the sign reversed: 64 − n | node number: n |
 * </pre>
 *
 * With 16.4 million nodes n is 24, and 40 bits are left to tell IDs apart: more than enough where
 * 24 bits usually do. Those that share all of them are in no order.
 */
final class IdOrder {
  private final long[] packed;
  private final int bits;

  IdOrder(SnapshotNodes nodes) {
    int numberBits = 32 - Integer.numberOfLeadingZeros(Math.max(1, nodes.size()));
    bits = 64 - numberBits;
    long mask = -1L << numberBits;
    packed = new long[nodes.size()];
    Arrays.parallelSetAll(packed, node -> ((nodes.idHigh(node) ^ Long.MIN_VALUE) & mask) | node);
    Arrays.parallelSort(packed);
  }

  int size() {
    return packed.length;
  }

  /** The node at that place. */
  int node(int place) {
    return (int) (packed[place] & ~(-1L << (64 - bits)));
  }

  /** How many bits are told apart. */
  int bits() {
    return bits;
  }

  /**
   * How many leading bits the IDs from one place to before the other share, up to {@link #bits}.
   */
  int sharedBits(int from, int to) {
    return Math.min(bits, Long.numberOfLeadingZeros(packed[from] ^ packed[to - 1]));
  }

  /** The first place, of those that share {@code depth} bits, at which the next bit is one. */
  int split(int from, int to, int depth) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean one = ((packed[middle] ^ Long.MIN_VALUE) << depth) < 0;
      if (one) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
