package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * The nodes of each leaf side by side in memory, each with what choosing asks about first, so that
 * a look at a leaf is a look at two or three cache lines instead of one for each of its nodes.
 *
 * <pre>
 *   block   | next block of the leaf, or −1 | fifteen entries, free ones −1 |
 *   entry   | – | has answered: 1 | answers: 4 | is silent: 1 | cell in the leaf: 6 | node: 32 |
 * </pre>
 */
final class LeafNodes {
  private static final int BLOCK_BITS = 4;
  private static final int BLOCK = 1 << BLOCK_BITS;
  private static final int PAGE_BITS = 12;
  private static final long FREE = -1;
  private static final int NONE = -1;
  private static final long SILENT = 1L << 38;
  private static final int ANSWERS_SHIFT = 39;
  private static final int MOST_ANSWERS = 15;
  private static final long ANSWERED = 1L << 43;

  private final int[] first;
  private long[][] pages = {};
  private int blocks;
  private int found;

  /** The entries gathered last. */
  private long[] gathered = new long[2 * BLOCK];

  LeafNodes(int leaves) {
    first = new int[leaves];
    Arrays.fill(first, NONE);
  }

  static int node(long entry) {
    return (int) entry;
  }

  static int cellInLeaf(long entry) {
    return (int) (entry >>> 32) & (Grid.LEAF_CELLS - 1);
  }

  /** It is not worth another question. */
  static boolean isSilent(long entry) {
    return (entry & SILENT) != 0;
  }

  /** How often it has answered about this part, up to 15 times. */
  static int answers(long entry) {
    return (int) (entry >>> ANSWERS_SHIFT) & MOST_ANSWERS;
  }

  /** Whether it has ever answered anything. */
  static boolean hasAnswered(long entry) {
    return (entry & ANSWERED) != 0;
  }

  void add(int leaf, int node, int cellInLeaf, boolean silent, boolean answered) {
    if (first[leaf] == NONE || page(first[leaf])[at(first[leaf]) + BLOCK - 1] != FREE) {
      first[leaf] = newBlock(first[leaf]);
    }
    long[] page = page(first[leaf]);
    int at = at(first[leaf]) + 1;
    while (page[at] != FREE) {
      at++;
    }
    page[at] = (long) cellInLeaf << 32 | node | (silent ? SILENT : 0) | (answered ? ANSWERED : 0);
  }

  private int newBlock(int next) {
    int block = blocks++;
    if (block >> PAGE_BITS == pages.length) {
      pages = Arrays.copyOf(pages, pages.length + 1);
      pages[pages.length - 1] = new long[1 << PAGE_BITS + BLOCK_BITS];
    }
    int at = at(block);
    Arrays.fill(page(block), at, at + BLOCK, FREE);
    page(block)[at] = next;
    return block;
  }

  void silent(int leaf, int node, boolean isSilent) {
    long[] page = find(leaf, node);
    page[found] = isSilent ? page[found] | SILENT : page[found] & ~SILENT;
  }

  /**
   * The node has answered.
   *
   * @param aboutThisPart whether it told something, or nothing, of this part once more
   */
  void answered(int leaf, int node, boolean aboutThisPart) {
    long[] page = find(leaf, node);
    page[found] |= ANSWERED;
    if (aboutThisPart && answers(page[found]) < MOST_ANSWERS) {
      page[found] += 1L << ANSWERS_SHIFT;
    }
  }

  /** Finds the node's entry; returns its page, and leaves its place there in {@code found}. */
  private long[] find(int leaf, int node) {
    for (int block = first[leaf]; block != NONE; block = next(block)) {
      long[] page = page(block);
      int at = at(block);
      for (int i = at + 1; i < at + BLOCK && page[i] != FREE; i++) {
        if (node(page[i]) == node) {
          found = i;
          return page;
        }
      }
    }
    throw new IllegalArgumentException("node " + node + " is not in leaf " + leaf);
  }

  /** Gathers the leaf's entries and returns how many there are. */
  int gather(int leaf) {
    int count = 0;
    for (int block = first[leaf]; block != NONE; block = next(block)) {
      if (count + BLOCK > gathered.length) {
        gathered = Arrays.copyOf(gathered, 2 * gathered.length);
      }
      long[] page = page(block);
      int at = at(block);
      for (int i = at + 1; i < at + BLOCK && page[i] != FREE; i++) {
        gathered[count++] = page[i];
      }
    }
    return count;
  }

  /** The nodes of one cell of the grid. */
  int[] inCell(int cell) {
    int count = gather(Grid.leafOf(cell));
    return Arrays.stream(gathered, 0, count)
        .filter(entry -> cellInLeaf(entry) == (cell & (Grid.LEAF_CELLS - 1)))
        .mapToInt(LeafNodes::node)
        .toArray();
  }

  /** One of those gathered last. */
  long entry(int index) {
    return gathered[index];
  }

  private int next(int block) {
    return (int) page(block)[at(block)];
  }

  private long[] page(int block) {
    return pages[block >> PAGE_BITS];
  }

  private static int at(int block) {
    return (block & (1 << PAGE_BITS) - 1) << BLOCK_BITS;
  }
}
