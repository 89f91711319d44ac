package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * The leaves that wait for a question, those first where it promises most. The promise, new nodes
 * per packet, is kept to about six percent: 256 levels, each a list, first come first served. A
 * leaf is in at most one list, so the queue never takes more than four bytes a leaf.
 */
final class LeafQueue {
  static final int NONE = -1;

  private static final int LEVELS = 256;
  private static final double PER_E_FOLD = 18;
  private static final double MOST = 8;
  private static final int NOT_QUEUED = -2;

  private final int[] next;
  private final int[] heads = new int[LEVELS];
  private final int[] tails = new int[LEVELS];
  private int top = NONE;

  LeafQueue(int leaves) {
    next = new int[leaves];
    Arrays.fill(next, NOT_QUEUED);
    Arrays.fill(heads, NONE);
    Arrays.fill(tails, NONE);
  }

  /** The level of a promise; {@link #NONE} if it is none worth a packet. */
  static int level(double promise) {
    double level = LEVELS - 1 + PER_E_FOLD * StrictMath.log(promise / MOST);
    return level >= 0 ? (int) Math.min(LEVELS - 1, level) : NONE;
  }

  void addFirstLevel(int leaf) {
    add(leaf, LEVELS - 1);
  }

  void add(int leaf, int level) {
    if (next[leaf] != NOT_QUEUED) {
      return;
    }
    next[leaf] = NONE;
    if (heads[level] == NONE) {
      heads[level] = leaf;
    } else {
      next[tails[level]] = leaf;
    }
    tails[level] = leaf;
    top = Math.max(top, level);
  }

  boolean contains(int leaf) {
    return next[leaf] != NOT_QUEUED;
  }

  /** The highest level with a leaf, or {@link #NONE}. */
  int topLevel() {
    while (top >= 0 && heads[top] == NONE) {
      top--;
    }
    return top;
  }

  /** Takes the first leaf of the top level, which must not be {@link #NONE}. */
  int remove() {
    int leaf = heads[topLevel()];
    heads[top] = next[leaf];
    next[leaf] = NOT_QUEUED;
    return leaf;
  }
}
