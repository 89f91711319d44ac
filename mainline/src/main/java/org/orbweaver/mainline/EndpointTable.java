package org.orbweaver.mainline;

import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Endpoint;

/**
 * What is remembered of other endpoints for a while, in primitive arrays of fixed size: a deadline,
 * a count and a mark per endpoint, 40 bytes each, no garbage.
 *
 * <p>Set-associative like a processor's cache: an endpoint's hash names a set of eight slots and it
 * may lie in any of them. When all eight are taken the one whose deadline comes first is forgotten.
 * The hash is keyed, so nobody can choose addresses that push each other out.
 */
final class EndpointTable {
  static final int ABSENT = -1;

  private static final int WAYS = 8;
  private static final int TAKEN = 1 << 16;

  private final SipHash hash;
  private final int setMask;
  private final long[] highs;
  private final long[] lows;
  private final int[] ports;
  private final int[] counts;
  private final long[] marks;
  private final long[] deadlines;

  /**
   * @param capacity rounded up to a power of two
   */
  EndpointTable(int capacity, RandomGenerator random) {
    int sets = Integer.highestOneBit(Math.max(1, (capacity - 1) / WAYS)) * 2;
    int slots = Math.multiplyExact(sets, WAYS);
    this.hash = SipHash.random(random);
    this.setMask = sets - 1;
    this.highs = new long[slots];
    this.lows = new long[slots];
    this.ports = new int[slots];
    this.counts = new int[slots];
    this.marks = new long[slots];
    this.deadlines = new long[slots];
  }

  /** The slot of an endpoint whose deadline has not passed, or {@link #ABSENT}. */
  int find(long now, Endpoint endpoint) {
    int slot = slotOf(endpoint);
    return slot != ABSENT && deadlines[slot] > now ? slot : ABSENT;
  }

  /**
   * The endpoint's slot; if it had none, or its deadline had passed, a fresh one with count and
   * mark zero.
   */
  int claim(long now, Endpoint endpoint, long deadline) {
    int slot = slotOf(endpoint);
    if (slot == ABSENT) {
      slot = leastMissed(endpoint);
      highs[slot] = endpoint.high();
      lows[slot] = endpoint.low();
      ports[slot] = TAKEN | endpoint.port();
      deadlines[slot] = Long.MIN_VALUE;
    }
    if (deadlines[slot] <= now) {
      counts[slot] = 0;
      marks[slot] = 0;
    }
    deadlines[slot] = deadline;
    return slot;
  }

  void forget(int slot) {
    ports[slot] = 0;
  }

  int count(int slot) {
    return counts[slot];
  }

  void count(int slot, int count) {
    counts[slot] = count;
  }

  long mark(int slot) {
    return marks[slot];
  }

  void mark(int slot, long mark) {
    marks[slot] = mark;
  }

  long deadline(int slot) {
    return deadlines[slot];
  }

  void deadline(int slot, long deadline) {
    deadlines[slot] = deadline;
  }

  private int firstSlot(Endpoint endpoint) {
    long mixed = hash.of(endpoint.high() ^ (long) endpoint.port() << 48, endpoint.low());
    return ((int) mixed & setMask) * WAYS;
  }

  private int slotOf(Endpoint endpoint) {
    int first = firstSlot(endpoint);
    int port = TAKEN | endpoint.port();
    for (int slot = first; slot < first + WAYS; slot++) {
      if (lows[slot] == endpoint.low() && ports[slot] == port && highs[slot] == endpoint.high()) {
        return slot;
      }
    }
    return ABSENT;
  }

  private int leastMissed(Endpoint endpoint) {
    int first = firstSlot(endpoint);
    int best = first;
    for (int slot = first; slot < first + WAYS; slot++) {
      if (ports[slot] == 0) {
        return slot;
      }
      if (deadlines[slot] < deadlines[best]) {
        best = slot;
      }
    }
    return best;
  }
}
