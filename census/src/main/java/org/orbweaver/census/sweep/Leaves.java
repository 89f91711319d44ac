package org.orbweaver.census.sweep;

import java.util.Arrays;
import org.orbweaver.census.KnownNodes;

/**
 * The known nodes by leaf: a chain through each leaf's nodes, and over the leaves a binary tree of
 * how many are not known to be silent, in which the nearest one to any leaf is found by walking up
 * and down again.
 */
final class Leaves {
  static final int NOBODY = -1;

  private final KnownNodes nodes;
  private final Grid grid;
  private final int[] first;
  private final IntColumn next = new IntColumn(NOBODY);

  /** Like a heap: the root is 1, the children of t are 2t and 2t + 1, the leaves come last. */
  private final int[] usable;

  Leaves(KnownNodes nodes, Grid grid) {
    this.nodes = nodes;
    this.grid = grid;
    first = new int[grid.leaves()];
    Arrays.fill(first, NOBODY);
    usable = new int[2 * grid.leaves()];
  }

  void add(int node) {
    int leaf = grid.leaf(nodes.idHigh(node));
    next.set(node, first[leaf]);
    first[leaf] = node;
    if (!nodes.seemsGone(node)) {
      countUsable(leaf, 1);
    }
  }

  /** A node here that counted as usable was silent. */
  void silenced(int node) {
    countUsable(grid.leaf(nodes.idHigh(node)), -1);
  }

  /** A node here that counted as silent has answered after all. */
  void revived(int node) {
    countUsable(grid.leaf(nodes.idHigh(node)), 1);
  }

  private void countUsable(int leaf, int change) {
    for (int at = grid.leaves() + leaf; at >= 1; at >>= 1) {
      usable[at] += change;
    }
  }

  int first(int leaf) {
    return first[leaf];
  }

  int next(int node) {
    return next.get(node);
  }

  boolean hasUsable(int leaf) {
    return usable[grid.leaves() + leaf] > 0;
  }

  /**
   * The smallest subspace around an empty leaf that has no usable node: what the nearest node's
   * answer will open. As a place in the tree; 1 if nobody is usable at all.
   */
  int emptyRegion(int leaf) {
    int at = grid.leaves() + leaf;
    while (at > 1 && usable[at >> 1] == 0) {
      at >>= 1;
    }
    return at;
  }

  /**
   * The usable nodes' leaf that is nearest to an empty region; {@link #NOBODY} if there is none.
   */
  int nearestLeaf(int emptyRegion) {
    int at = emptyRegion ^ 1;
    if (emptyRegion == 1 || usable[at] == 0) {
      return NOBODY;
    }
    while (at < grid.leaves()) {
      at = usable[2 * at] > 0 ? 2 * at : 2 * at + 1;
    }
    return at - grid.leaves();
  }

  /** A usable node of the leaf: one that answered before if there is, else any. */
  int responder(int leaf) {
    int found = NOBODY;
    for (int node = first[leaf]; node != NOBODY; node = next(node)) {
      if (nodes.seemsGone(node)) {
        continue;
      }
      if (nodes.hasAnswered(node)) {
        return node;
      }
      found = node;
    }
    return found;
  }
}
