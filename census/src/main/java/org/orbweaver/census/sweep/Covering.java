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
  private final Coverage coverage;
  private final BucketRanges ranges;
  private final AnswerLog log;

  Covering(KnownNodes nodes, Coverage coverage, BucketRanges ranges, AnswerLog log) {
    this.nodes = nodes;
    this.coverage = coverage;
    this.ranges = ranges;
    this.log = log;
  }

  void enter(Ball ball) {
    cover(ball, log.latest(ball.responder()));
    log.add(ball);
  }

  /** Computes the coverage anew from all answers, with what is known now. */
  void review() {
    coverage.beginReview();
    for (int i = 0; i < log.size(); i++) {
      Ball ball = log.get(i);
      ranges.of(nodes.idHigh(ball.responder()), ball.lastRange());
      cover(ball, log.earlier(i));
    }
    coverage.endReview();
  }

  private void cover(Ball ball, int earlier) {
    for (int step = 0; step < ball.radius(); step++) {
      int cell = ball.target() ^ step;
      if (!log.covers(earlier, cell)) {
        coverage.cover(cell, ranges.listed(cell));
      }
    }
    int next = ball.target() ^ ball.radius();
    if (ball.fraction() > 0 && ball.radius() < coverage.cells() && !log.covers(earlier, next)) {
      coverage.cover(next, ball.fraction() * ranges.listed(next));
    }
  }
}
