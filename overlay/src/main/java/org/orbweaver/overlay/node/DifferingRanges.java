package org.orbweaver.overlay.node;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.keep.RangeSums;
import org.orbweaver.overlay.memory.LruMap;

/**
 * Ranges in which other holders say that they have something else, until their names were offered.
 *
 * <p>To say so costs next to nothing: 38 kB of sums made up at random name all 4,096 ranges, and to
 * go through those is to read the whole disk. So a range is gone through once in a while for each
 * of the others, however often it is named. Each has ranges of its own, half a kilobyte, and they
 * take turns: whoever names all takes no room and hardly any time from those who name a few.
 */
final class DifferingRanges {
  /** Of whom ranges are remembered; a peer shares keys with fewer. */
  private static final int MOST_OTHERS = 1 << 12;

  /** A range in which another holder has something else. */
  record Range(Endpoint other, int leaf) {}

  private static final class Each {
    private final BitSet open = new BitSet(1 << RangeSums.BITS);

    /** Those that were entered since then. */
    private final BitSet entered = new BitSet(1 << RangeSums.BITS);

    private long since;

    Each(long since) {
      this.since = since;
    }
  }

  private final long onceIn;
  private final Map<Endpoint, Each> others = new LruMap<>(MOST_OTHERS);
  private final ArrayDeque<Endpoint> turns = new ArrayDeque<>();

  /**
   * @param onceIn nanoseconds a range of one of the others is gone through
   */
  DifferingRanges(long onceIn) {
    this.onceIn = onceIn;
  }

  /** Whether it is to be gone through, and was not to be before. */
  boolean enter(long now, Endpoint other, int leaf) {
    Each its = others.computeIfAbsent(other, it -> new Each(now));
    if (now - its.since >= onceIn) {
      its.since = now;
      its.entered.clear();
      its.entered.or(its.open);
    }
    if (its.entered.get(leaf)) {
      return false;
    }
    if (its.open.isEmpty()) {
      turns.remove(other); // it may have been forgotten meanwhile
      turns.add(other);
    }
    its.entered.set(leaf);
    its.open.set(leaf);
    return true;
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }

  /** The next, of the one whose turn it is; it is not open any more. */
  @Nullable Range next() {
    while (!turns.isEmpty()) {
      Endpoint other = turns.removeFirst();
      Each its = others.get(other);
      int leaf = its == null ? -1 : its.open.nextSetBit(0);
      if (its != null && leaf >= 0) {
        its.open.clear(leaf);
        if (!its.open.isEmpty()) {
          turns.addLast(other);
        }
        return new Range(other, leaf);
      }
    }
    return null;
  }
}
