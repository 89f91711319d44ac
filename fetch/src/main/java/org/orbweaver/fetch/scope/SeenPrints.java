package org.orbweaver.fetch.scope;

/**
 * Prints met before, in a table that grows with them up to a bound; then newcomers take the place
 * of others. It begins small: a peer of a swarm has a watch for each of many crawls, and most of
 * them are of a few pages. Until it is full it forgets nothing: an address that is forgotten looks
 * like one that a trap has made up.
 */
final class SeenPrints {
  private static final int SMALLEST = 1 << 10;
  private static final int LARGEST = 1 << 20;
  private static final int PROBES = 16;

  private long[] table = new long[SMALLEST];
  private int taken;

  /** Whether it was not met before, or is forgotten; it is met now. */
  boolean isNew(long print) {
    while (taken > table.length / 2 && table.length < LARGEST) {
      grow();
    }
    int slot = slot(print);
    while (slot < 0) {
      if (table.length == LARGEST) {
        slot = home(print);
        table[slot] = 0;
        taken--;
      } else {
        grow();
        slot = slot(print);
      }
    }
    boolean isNew = table[slot] != print;
    taken += table[slot] == 0 ? 1 : 0;
    table[slot] = print;
    return isNew;
  }

  private void grow() {
    long[] smaller = table;
    table = new long[Math.min(LARGEST, 4 * smaller.length)];
    taken = 0;
    for (long print : smaller) {
      int slot = print == 0 ? -1 : slot(print);
      if (slot >= 0) {
        table[slot] = print;
        taken++;
      }
    }
  }

  /** Where it is, or where there is room for it; -1 if its neighbourhood is full of others. */
  private int slot(long print) {
    int home = home(print);
    for (int i = 0; i < PROBES; i++) {
      int slot = home + i & table.length - 1;
      if (table[slot] == print || table[slot] == 0) {
        return slot;
      }
    }
    return -1;
  }

  private int home(long print) {
    return (int) (print ^ print >>> 32) & table.length - 1;
  }
}
