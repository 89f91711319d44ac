package org.orbweaver.census.sweep;

import org.orbweaver.census.KnownNodes;

/**
 * Finds, for one leaf, whom to ask for what: the pair of responder and target whose answer is
 * likely to bring most unknown nodes. First the target, by the unknown mass in the ball that eight
 * listed nodes would span; then the responder, by its chance to answer, by how well it knows the
 * cells of the ball, and by what it has not told yet.
 */
final class PairChooser {
  private static final int LISTED = 8;
  private static final int CELLS = Grid.LEAF_CELLS;

  /** Targets are tried in every fourth cell: one for each node or so. */
  private static final int STEP = 4;

  private static final int LARGEST_BALL = 3 * CELLS;

  /** One who is sure to answer: nearly, packets get lost and nodes leave. */
  private static final double ANSWERED_BEFORE = 0.99;

  /**
   * A responder of the leaf itself that is worth this much of the ideal is not compared further.
   */
  private static final double GOOD_ENOUGH = 0.3;

  /** Nobody is asked more often about the neighbourhood, whatever it promises. */
  private static final int MOST_ANSWERS = 8;

  private final KnownNodes nodes;
  private final Grid grid;
  private final Leaves leaves;
  private final Coverage coverage;
  private final ListingOdds listing;
  private final AnswerOdds answering;
  private final AnswerLog log;
  private final boolean askEverybody;

  /** How many nodes there are in each subspace of the leaf: like a heap, the cells come last. */
  private final double[] counts = new double[2 * CELLS];

  /** How likely the responder lists a node, by the leading bits of the cell it shares. */
  private final double[] listed = new double[Grid.CELL_BITS + 1];

  private int target;
  private int ball;
  private double mass;

  private int responder;
  private double promise;

  PairChooser(
      KnownNodes nodes,
      Grid grid,
      Leaves leaves,
      Coverage coverage,
      ListingOdds listing,
      AnswerOdds answering,
      AnswerLog log,
      boolean askEverybody) {
    this.nodes = nodes;
    this.grid = grid;
    this.leaves = leaves;
    this.coverage = coverage;
    this.listing = listing;
    this.answering = answering;
    this.log = log;
    this.askEverybody = askEverybody;
  }

  /**
   * Chooses; returns how many unknown live nodes the answer is likely to bring, 0 if nobody can.
   */
  double choose(int leaf) {
    int base = leaf << Grid.CELL_BITS;
    count(base);
    chooseTarget(base);
    responder = Leaves.NOBODY;
    promise = 0;
    compareOwn(leaf);
    if (promise < GOOD_ENOUGH * mass && grid.leafBits() > 0) {
      compareNearby(leaf ^ 1, listing.of(counts[1]));
    }
    if (promise == 0 && grid.leafBits() > 1) {
      double odds = listing.of(2 * counts[1]);
      compareNearby(leaf ^ 2, odds);
      compareNearby(leaf ^ 3, odds);
    }
    return promise * coverage.livePerCell();
  }

  int responder() {
    return responder;
  }

  int targetCell() {
    return target;
  }

  private void count(int base) {
    for (int i = 0; i < CELLS; i++) {
      counts[CELLS + i] = coverage.nodes(base + i);
    }
    for (int i = CELLS - 1; i >= 1; i--) {
      counts[i] = counts[2 * i] + counts[2 * i + 1];
    }
  }

  private void chooseTarget(int base) {
    mass = -1;
    double known = listing.uncrowded();
    double wanted = LISTED / known;
    int limit = Math.min(LARGEST_BALL, coverage.cells());
    for (int candidate = base + STEP / 2; candidate < base + CELLS; candidate += STEP) {
      double inBall = 0;
      double unknown = 0;
      int radius = 0;
      for (; radius < limit && inBall < wanted; radius++) {
        int cell = candidate ^ radius;
        inBall += radius < CELLS ? counts[CELLS | cell & (CELLS - 1)] : coverage.nodes(cell);
        unknown += coverage.unknown(cell);
      }
      if (unknown > mass) {
        mass = unknown;
        target = candidate;
        ball = radius;
      }
    }
  }

  private void compareOwn(int leaf) {
    for (int node = leaves.first(leaf); node != Leaves.NOBODY; node = leaves.next(node)) {
      if (mayAsk(node)) {
        compare(node, massToldAboutOwnLeaf(node));
      }
    }
  }

  /** To the nodes of another leaf, this one is in the range of a single bucket. */
  private void compareNearby(int leaf, double odds) {
    for (int node = leaves.first(leaf); node != Leaves.NOBODY; node = leaves.next(node)) {
      if (mayAsk(node)) {
        compare(node, odds * massToldNearby(node));
      }
    }
  }

  private boolean mayAsk(int node) {
    return !nodes.seemsGone(node) && log.count(node, MOST_ANSWERS) < MOST_ANSWERS;
  }

  private void compare(int node, double told) {
    double value = told * chanceOfAnswer(node);
    if (value > promise) {
      promise = value;
      responder = node;
    }
  }

  private double chanceOfAnswer(int node) {
    if (askEverybody) {
      return nodes.timesAsked(node) == 0 ? 1 : 0.25;
    }
    return nodes.hasAnswered(node)
        ? ANSWERED_BEFORE
        : answering.of(nodes.sources(node), coverage.unknown(grid.cell(nodes.idHigh(node))));
  }

  private double massToldAboutOwnLeaf(int node) {
    int own = grid.cell(nodes.idHigh(node));
    int ownInLeaf = own & (CELLS - 1);
    for (int bits = 0; bits < Grid.CELL_BITS; bits++) {
      listed[bits] = listing.of(counts[(CELLS | ownInLeaf) >> (Grid.CELL_BITS - 1 - bits) ^ 1]);
    }
    listed[Grid.CELL_BITS] = listing.of(0);
    double outside = listing.of(2 * counts[1]);
    int told = log.latest(node);
    double sum = 0;
    for (int radius = 0; radius < ball; radius++) {
      int cell = target ^ radius;
      if (log.covers(told, cell)) {
        continue;
      }
      double odds =
          radius < CELLS
              ? listed[Integer.numberOfLeadingZeros(cell ^ own) - (32 - Grid.CELL_BITS)]
              : outside;
      sum += coverage.unknown(cell) * odds;
    }
    return sum;
  }

  private double massToldNearby(int node) {
    int told = log.latest(node);
    double sum = 0;
    for (int radius = 0; radius < Math.min(ball, CELLS); radius++) {
      int cell = target ^ radius;
      sum += log.covers(told, cell) ? 0 : coverage.unknown(cell);
    }
    return sum;
  }
}
