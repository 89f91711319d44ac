package org.orbweaver.fetch.scope;

/**
 * Prints met before, in a table that grows with them up to a bound; then newcomers take the place
 * of others. It begins small: a peer of a swarm has a watch for each of many crawls, and most of
 * them are of a few pages.
 */
final class SeenPrints {
  private static final int SMALLEST = 1 << 10;
  private static final int LARGEST = 1 << 20;

  private long[] table = new long[SMALLEST];
  private int taken;

  /** Whether it was not met before, or is forgotten; it is met now. */
  boolean isNew(long print) {
    if (taken > table.length / 2 && table.length < LARGEST) {
      grow();
    }
    int slot = slot(table, print);
    boolean isNew = table[slot] != print;
    taken += table[slot] == 0 ? 1 : 0;
    table[slot] = print;
    return isNew;
  }

  private void grow() {
    long[] larger = new long[4 * table.length];
    int left = 0;
    for (long print : table) {
      if (print != 0) {
        int slot = slot(larger, print);
        left += larger[slot] == 0 ? 1 : 0;
        larger[slot] = print;
      }
    }
    table = larger;
    taken = left;
  }

  private static int slot(long[] table, long print) {
    return (int) (print ^ print >>> 32) & table.length - 1;
  }
}
