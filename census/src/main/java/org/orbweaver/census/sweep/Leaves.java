package org.orbweaver.census.sweep;

import java.util.random.RandomGenerator;
import org.orbweaver.census.KnownNodes;

/**
 * The known nodes by leaf, and over the leaves a binary tree of how many are not known to be
 * silent, in which the nearest one to any leaf is found by walking up and down again.
 */
final class Leaves {
  static final int NOBODY = -1;

  private final KnownNodes nodes;
  private final Grid grid;
  private final LeafNodes members;

  /** Like a heap: the root is 1, the children of t are 2t and 2t + 1, the leaves come last. */
  private final int[] usable;

  Leaves(KnownNodes nodes, Grid grid) {
    this.nodes = nodes;
    this.grid = grid;
    members = new LeafNodes(grid.leaves());
    usable = new int[2 * grid.leaves()];
  }

  void add(int node) {
    int cell = grid.cell(nodes.idHigh(node));
    int leaf = Grid.leafOf(cell);
    boolean silent = nodes.seemsGone(node);
    members.add(leaf, node, cell & (Grid.LEAF_CELLS - 1), silent, nodes.hasAnswered(node));
    if (!silent) {
      countUsable(leaf, 1);
    }
  }

  /** A node here that counted as usable was silent. */
  void silenced(int node) {
    int leaf = grid.leaf(nodes.idHigh(node));
    members.silent(leaf, node, true);
    countUsable(leaf, -1);
  }

  /** A node here that counted as silent has answered after all. */
  void revived(int node) {
    int leaf = grid.leaf(nodes.idHigh(node));
    members.silent(leaf, node, false);
    countUsable(leaf, 1);
  }

  /** A node here has answered, perhaps about this part of the network. */
  void answered(int node, boolean aboutThisPart) {
    members.answered(grid.leaf(nodes.idHigh(node)), node, aboutThisPart);
  }

  private void countUsable(int leaf, int change) {
    for (int at = grid.leaves() + leaf; at >= 1; at >>= 1) {
      usable[at] += change;
    }
  }

  LeafNodes members() {
    return members;
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
   * A usable nodes' leaf that is nearest to an empty region; {@link #NOBODY} if there is none. In
   * the subspace beside it all are equally near. Any one will do, and always the first would not:
   * its nodes would be asked more often than a single address may be.
   */
  int nearestLeaf(int emptyRegion, RandomGenerator random) {
    int at = emptyRegion ^ 1;
    if (emptyRegion == 1 || usable[at] == 0) {
      return NOBODY;
    }
    for (int choices = random.nextInt(); at < grid.leaves(); choices >>>= 1) {
      int child = 2 * at + (choices & 1);
      at = usable[child] > 0 ? child : child ^ 1;
    }
    return at - grid.leaves();
  }

  /** A usable node of the leaf: one that answered before if there is, else any. */
  int responder(int leaf) {
    int found = NOBODY;
    int count = members.gather(leaf);
    for (int i = 0; i < count; i++) {
      long entry = members.entry(i);
      if (LeafNodes.isSilent(entry)) {
        continue;
      }
      found = LeafNodes.node(entry);
      if (LeafNodes.hasAnswered(entry)) {
        return found;
      }
    }
    return found;
  }
}
