package org.orbweaver.census.sweep;

import java.util.Arrays;

/** One int for each node, in pages, so that growing never copies what is there. */
final class IntColumn {
  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

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
    return page < pages.length ? pages[page][node & (PAGE - 1)] : initial;
  }

  void set(int node, int value) {
    while (node >> PAGE_BITS >= pages.length) {
      int[] page = new int[PAGE];
      Arrays.fill(page, initial);
      pages = Arrays.copyOf(pages, pages.length + 1);
      pages[pages.length - 1] = page;
    }
    pages[node >> PAGE_BITS][node & (PAGE - 1)] = value;
  }
}
