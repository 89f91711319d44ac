package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * One int for each node, in pages, so that growing never copies what is there. A page of which
 * nothing was set takes no room: the sweep of a crowd asks a few of millions.
 */
final class IntColumn {
  private static final int PAGE_BITS = 12;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final int[] NOTHING = {};

  private final int initial;
  private int[][] pages = {};

  /**
   * @param initial the value of a node that was never set
   */
  IntColumn(int initial) {
    this.initial = initial;
  }

  int get(int node) {
    int page = node >> PAGE_BITS;
    int[] found = page < pages.length ? pages[page] : NOTHING;
    return found.length == 0 ? initial : found[node & (PAGE - 1)];
  }

  void set(int node, int value) {
    int page = node >> PAGE_BITS;
    if (page >= pages.length) {
      int before = pages.length;
      pages = Arrays.copyOf(pages, Math.max(page + 1, before + before / 2));
      Arrays.fill(pages, before, pages.length, NOTHING);
    }
    if (pages[page].length == 0) {
      pages[page] = new int[PAGE];
      Arrays.fill(pages[page], initial);
    }
    pages[page][node & (PAGE - 1)] = value;
  }
}
