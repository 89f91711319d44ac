package org.orbweaver.census.sweep;

import org.orbweaver.census.KnownNodes;

/**
 * Enters balls into the coverage: as answers come, and all of them again in hindsight.
 *
 * <p>Hindsight matters because what an answer was worth depends on how crowded its buckets were.
 * When the first answers about a leaf come, nobody knows; where it was more crowded than usual they
 * were worth less than they seemed, and that is exactly where nodes are still missing.
 */
final class Covering {
  private final KnownNodes nodes;
  private final Grid grid;
  private final Coverage coverage;
  private final BucketRanges ranges;
  private final AnswerLog log;

  Covering(KnownNodes nodes, Grid grid, Coverage coverage, BucketRanges ranges, AnswerLog log) {
    this.nodes = nodes;
    this.grid = grid;
    this.coverage = coverage;
    this.ranges = ranges;
    this.log = log;
  }

  void enter(Ball ball) {
    cover(ball, log.latest(ball.responder()));
    log.add(ball, ownLeaf(ball.responder()));
  }

  private int ownLeaf(int node) {
    long high = nodes.idHigh(node);
    return grid.contains(high) ? grid.leaf(high) : AnswerLog.NONE;
  }

  /**
   * Computes the coverage anew from all answers, with what is known now. Leaf by leaf, not in the
   * order they came: then most of what one needs is in the cache already.
   */
  void review() {
    coverage.beginReview();
    for (int index : log.byLeaf(grid.leaves())) {
      Ball ball = log.get(index);
      ranges.of(nodes.idHigh(ball.responder()), ball.lastRange());
      cover(ball, log.earlier(index));
    }
    coverage.endReview();
  }

  private void cover(Ball ball, int earlier) {
    int ownLeaf = ownLeaf(ball.responder());
    for (int step = 0; step < ball.radius(); step++) {
      int cell = ball.target() ^ step;
      if (!log.covers(earlier, cell, ownLeaf)) {
        coverage.cover(cell, ranges.listed(cell));
      }
    }
    int next = ball.target() ^ ball.radius();
    if (ball.fraction() > 0
        && ball.radius() < coverage.cells()
        && !log.covers(earlier, next, ownLeaf)) {
      coverage.cover(next, ball.fraction() * ranges.listed(next));
    }
  }
}
