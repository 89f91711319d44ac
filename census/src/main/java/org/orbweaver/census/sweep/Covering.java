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
    int own = ownCell(ball.responder());
    log.add(ball, own == AnswerLog.NONE ? AnswerLog.NONE : Grid.leafOf(own));
  }

  private int ownCell(int node) {
    long high = nodes.idHigh(node);
    return grid.contains(high) ? grid.cell(high) : AnswerLog.NONE;
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

  /** A ball consists of a few blocks of 2^n cells: one for each bit of its radius. */
  private void cover(Ball ball, int earlier) {
    int own = ownCell(ball.responder());
    int start = 0;
    for (int rest = ball.radius(); rest != 0; ) {
      int cells = Integer.highestOneBit(rest);
      coverBlock((ball.target() ^ start) & -cells, cells, own, earlier);
      start += cells;
      rest -= cells;
    }
    int next = ball.target() ^ ball.radius();
    if (ball.fraction() > 0 && ball.radius() < coverage.cells()) {
      coverage.cover(next, 1, untold(next, 1, own, earlier), ball.fraction() * ranges.listed(next));
    }
  }

  /** Without the responder's own cell, a block lies in the range of a single bucket. */
  private void coverBlock(int first, int cells, int own, int earlier) {
    boolean isOneRange = cells == 1 || own == AnswerLog.NONE || ((first ^ own) & -cells) != 0;
    if (isOneRange && cells <= Grid.LEAF_CELLS) {
      coverage.cover(first, cells, untold(first, cells, own, earlier), ranges.listed(first));
    } else {
      coverBlock(first, cells / 2, own, earlier);
      coverBlock(first + cells / 2, cells / 2, own, earlier);
    }
  }

  /** A bit for each cell of the leaf; those of the block count. */
  private long untold(int first, int cells, int own, int earlier) {
    if (earlier == AnswerLog.NONE) {
      return -1;
    }
    if (own != AnswerLog.NONE && Grid.leafOf(own) == Grid.leafOf(first)) {
      return ~log.toldOfOwnLeaf(earlier);
    }
    long untold = 0;
    for (int cell = first; cell < first + cells; cell++) {
      untold |= log.covers(earlier, cell) ? 0 : 1L << cell;
    }
    return untold;
  }
}
