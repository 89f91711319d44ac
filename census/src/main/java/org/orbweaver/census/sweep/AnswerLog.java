package org.orbweaver.census.sweep;

/**
 * The balls of all answers in the order they came, and for each node a chain through its own,
 * latest first. A table hardly changes during a crawl: what one answer of a node covered, its
 * others do not cover again.
 *
 * <pre>
 *   | responder: 32 | target: 32 | last range: 8, radius: 24 | fraction: 32 | earlier ball: 32 |
 * </pre>
 */
final class AnswerLog {
  static final int NONE = -1;

  private static final int INTS = 5;

  private final IntColumn ints = new IntColumn(0);
  private final IntColumn latest = new IntColumn(NONE);
  private int size;

  void add(Ball ball) {
    int at = INTS * size;
    ints.set(at, ball.responder());
    ints.set(at + 1, ball.target());
    ints.set(at + 2, ball.lastRange() << 24 | ball.radius());
    ints.set(at + 3, Float.floatToIntBits((float) ball.fraction()));
    ints.set(at + 4, latest.get(ball.responder()));
    latest.set(ball.responder(), size++);
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

  /** The node's latest ball, or {@link #NONE}. */
  int latest(int node) {
    return latest.get(node);
  }

  /** The ball of the same node before this one, or {@link #NONE}. */
  int earlier(int index) {
    return ints.get(INTS * index + 4);
  }

  /** Whether the cell lies in this ball or in an earlier one of the same node. */
  boolean covers(int index, int cell) {
    for (int ball = index; ball != NONE; ball = earlier(ball)) {
      if ((cell ^ ints.get(INTS * ball + 1)) < radius(ball)) {
        return true;
      }
    }
    return false;
  }
}
