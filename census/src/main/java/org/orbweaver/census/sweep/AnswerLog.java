package org.orbweaver.census.sweep;

/**
 * The balls of all answers in the order they came, and for each node a chain through its own,
 * latest first. A table hardly changes during a crawl: what one answer of a node covered, its
 * others do not cover again.
 *
 * <pre>
 *   | responder | target | last range: 8, radius: 24 | fraction | earlier ball | told: 2 × 32 |
 * </pre>
 *
 * Most questions are about the responder's own leaf. Which of its 64 cells this and all earlier
 * balls of the node cover is kept as a bit for each, so that it need not be asked of every ball.
 */
final class AnswerLog {
  static final int NONE = -1;

  private static final int INTS = 7;

  private final IntColumn ints = new IntColumn(0);
  private final IntColumn latest = new IntColumn(NONE);
  private int size;

  /**
   * @param ownLeaf the responder's, or {@link #NONE}
   */
  void add(Ball ball, int ownLeaf) {
    int at = INTS * size;
    long told = toldOfOwnLeaf(latest.get(ball.responder())) | cells(ball, ownLeaf);
    ints.set(at, ball.responder());
    ints.set(at + 1, ball.target());
    ints.set(at + 2, ball.lastRange() << 24 | ball.radius());
    ints.set(at + 3, Float.floatToIntBits((float) ball.fraction()));
    ints.set(at + 4, latest.get(ball.responder()));
    ints.set(at + 5, (int) (told >>> 32));
    ints.set(at + 6, (int) told);
    latest.set(ball.responder(), size++);
  }

  /** A bit for each cell of the leaf that lies in the ball. */
  private static long cells(Ball ball, int leaf) {
    if (leaf == NONE) {
      return 0;
    }
    int nearest = (leaf ^ Grid.leafOf(ball.target())) << Grid.CELL_BITS;
    long cells = 0;
    for (int step = nearest; step < Math.min(ball.radius(), nearest + Grid.LEAF_CELLS); step++) {
      cells |= 1L << (ball.target() ^ step);
    }
    return cells;
  }

  /** The cells of the responder's own leaf in this ball or an earlier one, a bit for each. */
  long toldOfOwnLeaf(int index) {
    if (index == NONE) {
      return 0;
    }
    int at = INTS * index;
    return (long) ints.get(at + 5) << 32 | ints.get(at + 6) & 0xFFFF_FFFFL;
  }

  int size() {
    return size;
  }

  Ball get(int index) {
    int at = INTS * index;
    return new Ball(
        ints.get(at), ints.get(at + 1), radius(index), fraction(at), ints.get(at + 2) >> 24);
  }

  private int radius(int index) {
    return ints.get(INTS * index + 2) & 0xFF_FFFF;
  }

  private double fraction(int at) {
    return Float.intBitsToFloat(ints.get(at + 3));
  }

  /** The numbers of all balls, sorted by the leaf of their target. */
  int[] byLeaf(int leaves) {
    int[] end = new int[leaves + 1];
    for (int i = 0; i < size; i++) {
      end[leaf(i) + 1]++;
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      end[leaf + 1] += end[leaf];
    }
    int[] sorted = new int[size];
    for (int i = 0; i < size; i++) {
      sorted[end[leaf(i)]++] = i;
    }
    return sorted;
  }

  private int leaf(int index) {
    return Grid.leafOf(ints.get(INTS * index + 1));
  }

  /** The node's latest ball, or {@link #NONE}. */
  int latest(int node) {
    return latest.get(node);
  }

  /** The ball of the same node before this one, or {@link #NONE}. */
  int earlier(int index) {
    return ints.get(INTS * index + 4);
  }

  /**
   * Whether the cell lies in this ball or in an earlier one of the same node.
   *
   * @param ownLeaf the responder's, or {@link #NONE}
   */
  boolean covers(int index, int cell, int ownLeaf) {
    return Grid.leafOf(cell) == ownLeaf
        ? (toldOfOwnLeaf(index) >>> cell & 1) != 0
        : covers(index, cell);
  }

  /** The same for any cell, ball by ball. */
  boolean covers(int index, int cell) {
    for (int ball = index; ball != NONE; ball = earlier(ball)) {
      if ((cell ^ ints.get(INTS * ball + 1)) < radius(ball)) {
        return true;
      }
    }
    return false;
  }
}
