package org.orbweaver.census.sweep;

/**
 * Sums over all subspaces of one leaf, like a heap: the whole leaf is at 1, the halves of what is
 * at t are at 2t and 2t + 1, the cells come last. So a ball's sum takes six steps instead of one
 * for each of its cells; choosing pairs is most of what a sweep costs.
 */
final class LeafSums {
  private static final int CELLS = Grid.LEAF_CELLS;

  private final double[] nodes = new double[2 * CELLS];
  private final double[] unknown = new double[2 * CELLS];

  private int radius;
  private double nodesInBall;
  private double unknownInBall;

  void read(Coverage coverage, int leaf) {
    int base = leaf << Grid.CELL_BITS;
    for (int i = 0; i < CELLS; i++) {
      nodes[CELLS + i] = coverage.nodes(base + i);
      unknown[CELLS + i] = coverage.unknown(base + i);
    }
    for (int i = CELLS - 1; i >= 1; i--) {
      nodes[i] = nodes[2 * i] + nodes[2 * i + 1];
      unknown[i] = unknown[2 * i] + unknown[2 * i + 1];
    }
  }

  /** How many nodes there are in the subspace at that place. */
  double nodes(int place) {
    return nodes[place];
  }

  /**
   * Finds the smallest ball that holds so many nodes, or takes the whole leaf.
   *
   * @param centre a cell, of which the bits within a leaf count
   */
  void ball(int centre, double wanted) {
    radius = 0;
    nodesInBall = 0;
    unknownInBall = 0;
    if (nodes[1] < wanted) {
      take(1, CELLS);
      return;
    }
    int at = 1;
    for (int half = CELLS / 2; half >= 1; half /= 2) {
      int near = 2 * at + ((centre & half) == 0 ? 0 : 1);
      if (nodesInBall + nodes[near] < wanted) {
        take(near, half);
        at = near ^ 1;
      } else {
        at = near;
      }
    }
    take(at, 1);
  }

  private void take(int place, int cells) {
    radius += cells;
    nodesInBall += nodes[place];
    unknownInBall += unknown[place];
  }

  /** Cells of the ball found last. */
  int radius() {
    return radius;
  }

  double nodesInBall() {
    return nodesInBall;
  }

  double unknownInBall() {
    return unknownInBall;
  }
}
