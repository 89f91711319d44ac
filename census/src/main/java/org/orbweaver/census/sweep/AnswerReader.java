package org.orbweaver.census.sweep;

import java.util.BitSet;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;

/**
 * Draws from an answer what it says beyond its contacts: which cells it covers, and what nodes that
 * were certainly there it left out.
 *
 * <p>An answer that spans more than a few leaves, because its eight contacts were drawn from a
 * large bucket, covers nothing. It still tells of nodes, and so gives the sweep a head start: the
 * share of nodes known before any answer covered them. Those that near answers list are a fair
 * sample to measure it by.
 */
final class AnswerReader {
  private static final int FULL_ANSWER = 8;
  private static final int MOST_CELLS = 8 * Grid.LEAF_CELLS;

  /** Until so many were listed, no head start is claimed. */
  private static final int SMALLEST_SAMPLE = 100;

  private final KnownNodes nodes;
  private final Grid grid;
  private final Leaves leaves;
  private final Coverage coverage;
  private final AnswerLog log;
  private final BitSet heardOfFromAfar = new BitSet();
  private final ListingOdds listing;
  private final Unevenness unevenness;
  private final BucketRanges ranges;
  private final Covering covering;
  private long listedNear;
  private long heardOfBefore;

  AnswerReader(
      KnownNodes nodes,
      Grid grid,
      Leaves leaves,
      Coverage coverage,
      AnswerLog log,
      ListingOdds listing,
      Unevenness unevenness) {
    this.nodes = nodes;
    this.grid = grid;
    this.leaves = leaves;
    this.coverage = coverage;
    this.log = log;
    this.listing = listing;
    this.unevenness = unevenness;
    ranges = new BucketRanges(nodes, grid, coverage, listing);
    covering = new Covering(nodes, grid, coverage, ranges, log);
  }

  /** The share of nodes that answers from afar have told of. */
  double headStart() {
    return listedNear < SMALLEST_SAMPLE ? 0 : (double) heardOfBefore / listedNear;
  }

  void read(Question question, int[] listed, int count) {
    long target = question.target().high();
    if (!grid.contains(target)) {
      return;
    }
    if (count == 0) {
      enterFruitless(question);
      return;
    }
    long distance = farthest(target, listed, count);
    long radius = Math.min(grid.radius(distance), coverage.cells());
    if (count < FULL_ANSWER && grid.leafBits() == 0) {
      radius = coverage.cells(); // a tiny network, and the node knows no more of it
    }
    if (radius > MOST_CELLS) {
      for (int i = 0; i < count; i++) {
        heardOfFromAfar.set(listed[i]);
      }
      if (isNear(question)) {
        enterFruitless(question);
      }
      return;
    }
    measureHeadStart(listed, count);
    int last = ranges.of(nodes.idHigh(question.node()), target ^ distance, listed, count);
    learn(question, distance, (int) radius, listed, count);
    double fraction = grid.fraction(distance);
    Ball ball = new Ball(question.node(), grid.cell(target), (int) radius, fraction, last);
    covering.enter(ball);
  }

  /** An answer that covers nothing counts all the same: nobody is asked in vain for ever. */
  private void enterFruitless(Question question) {
    int cell = grid.cell(question.target().high());
    covering.enter(new Ball(question.node(), cell, 0, 0, BucketRanges.NONE));
  }

  /** Whether the responder was asked because it should know the target's neighbourhood. */
  private boolean isNear(Question question) {
    long own = nodes.idHigh(question.node());
    return grid.contains(own) && (grid.leaf(own) ^ grid.leaf(question.target().high())) < 4;
  }

  /** Weighs all answers again, with what is known now. */
  void review() {
    covering.review();
  }

  private long farthest(long target, int[] listed, int count) {
    long farthest = 0;
    for (int i = 0; i < count; i++) {
      long distance = nodes.idHigh(listed[i]) ^ target;
      if (Long.compareUnsigned(distance, farthest) > 0) {
        farthest = distance;
      }
    }
    return farthest;
  }

  private void measureHeadStart(int[] listed, int count) {
    for (int i = 0; i < count; i++) {
      listedNear++;
      heardOfBefore += heardOfFromAfar.get(listed[i]) ? 1 : 0;
    }
  }

  /**
   * Looks for nodes in the ball whose state was known before: were they listed? The farthest listed
   * one, which defines the ball, belongs to it: without it, those left out would be overrated by a
   * seventh, as they never end a ball.
   */
  private void learn(Question question, long distance, int radius, int[] listed, int count) {
    int responder = question.node();
    int told = log.latest(responder);
    long own = nodes.idHigh(responder);
    int ownLeaf = grid.contains(own) ? grid.leaf(own) : AnswerLog.NONE;
    long target = question.target().high();
    for (int step = 0; step <= radius && step < coverage.cells(); step += Grid.LEAF_CELLS) {
      int leaf = Grid.leafOf(grid.cell(target) ^ step);
      LeafNodes members = leaves.members();
      int inLeaf = members.gather(leaf);
      for (int i = 0; i < inLeaf; i++) {
        long entry = members.entry(i);
        int node = LeafNodes.node(entry);
        boolean answered = LeafNodes.hasAnswered(entry);
        int cell = leaf << Grid.CELL_BITS | LeafNodes.cellInLeaf(entry);
        if (node == responder
            || !answered && !LeafNodes.isSilent(entry)
            || isBeyond(cell ^ grid.cell(target), node, target, distance)
            || log.covers(told, cell, ownLeaf)) {
          continue;
        }
        boolean isListed = contains(listed, count, node);
        if (answered) {
          double nodesInRange = ranges.nodesBefore(cell);
          listing.learn(nodesInRange, isListed);
          if (nodesInRange < ListingOdds.FEW) {
            unevenness.learn(node, isListed);
          }
        } else {
          listing.learnOfSilent(isListed);
        }
      }
    }
  }

  /** Only in the last cell the node itself has to be looked up. */
  private boolean isBeyond(int cellsAway, int node, long target, long distance) {
    long farthest = grid.radius(distance);
    return cellsAway > farthest
        || cellsAway == farthest && Long.compareUnsigned(nodes.idHigh(node) ^ target, distance) > 0;
  }

  private static boolean contains(int[] values, int count, int value) {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }
}
