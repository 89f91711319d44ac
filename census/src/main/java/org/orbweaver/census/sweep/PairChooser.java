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

  /** The leaf itself, its sibling, and the one beyond: as far as a ball may reach. */
  private final LeafSums[] sums = {new LeafSums(), new LeafSums(), new LeafSums()};

  private int sumsRead;

  /** The unknown mass in the ball, by subspaces of the leaf as in {@link LeafSums}. */
  private final double[] ballMass = new double[2 * CELLS];

  /** A bit for each cell of the leaf that lies in the ball. */
  private long ballCells;

  /** The unknown mass of the ball that lies in other leaves. */
  private double outsideMass;

  /** How likely a node of the leaf lists one in another leaf. */
  private double outsideOdds;

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
    sums[0].read(coverage, leaf);
    sumsRead = 1;
    chooseTarget(leaf);
    responder = Leaves.NOBODY;
    promise = 0;
    double crowd = sums[0].nodes(1);
    outsideOdds = listing.of(2 * crowd);
    weighBall();
    compareOwn(leaf);
    if (promise < GOOD_ENOUGH * mass && grid.leafBits() > 0) {
      compareNearby(leaf ^ 1, listing.of(crowd));
    }
    if (promise == 0 && grid.leafBits() > 1) {
      compareNearby(leaf ^ 2, outsideOdds);
      compareNearby(leaf ^ 3, outsideOdds);
    }
    return promise * coverage.livePerCell();
  }

  int responder() {
    return responder;
  }

  int targetCell() {
    return target;
  }

  private void chooseTarget(int leaf) {
    mass = -1;
    double wanted = LISTED / listing.uncrowded();
    int base = leaf << Grid.CELL_BITS;
    int farthest = Math.min(LARGEST_BALL, coverage.cells()) / CELLS;
    for (int candidate = base + STEP / 2; candidate < base + CELLS; candidate += STEP) {
      double inBall = 0;
      double unknown = 0;
      int radius = 0;
      for (int away = 0; away < farthest && inBall < wanted; away++) {
        LeafSums part = sums(leaf, away);
        part.ball(candidate, wanted - inBall);
        inBall += part.nodesInBall();
        unknown += part.unknownInBall();
        radius += part.radius();
      }
      if (unknown > mass) {
        mass = unknown;
        target = candidate;
        ball = radius;
      }
    }
  }

  /** Of the leaf itself, or of another that a ball reaches after it. */
  private LeafSums sums(int leaf, int away) {
    for (; sumsRead <= away; sumsRead++) {
      sums[sumsRead].read(coverage, leaf ^ sumsRead);
    }
    return sums[away];
  }

  private void weighBall() {
    ballCells = 0;
    for (int radius = 0; radius < CELLS; radius++) {
      int cell = target ^ radius;
      boolean inBall = radius < ball;
      ballMass[CELLS | cell & (CELLS - 1)] = inBall ? coverage.unknown(cell) : 0;
      ballCells |= inBall ? 1L << cell : 0;
    }
    for (int i = CELLS - 1; i >= 1; i--) {
      ballMass[i] = ballMass[2 * i] + ballMass[2 * i + 1];
    }
    outsideMass = 0;
    for (int radius = CELLS; radius < ball; radius++) {
      outsideMass += coverage.unknown(target ^ radius);
    }
  }

  private void compareOwn(int leaf) {
    LeafNodes members = leaves.members();
    int count = members.gather(leaf);
    for (int i = 0; i < count; i++) {
      long entry = members.entry(i);
      if (mayAsk(entry)) {
        compare(entry, massToldAboutOwnLeaf(entry));
      }
    }
  }

  /** To the nodes of another leaf, this one is in the range of a single bucket. */
  private void compareNearby(int leaf, double odds) {
    LeafNodes members = leaves.members();
    int count = members.gather(leaf);
    for (int i = 0; i < count; i++) {
      long entry = members.entry(i);
      if (mayAsk(entry)) {
        compare(entry, odds * massToldNearby(entry));
      }
    }
  }

  private boolean mayAsk(long entry) {
    return !LeafNodes.isSilent(entry) && LeafNodes.answers(entry) < MOST_ANSWERS;
  }

  private void compare(long entry, double told) {
    if (told <= promise) {
      return; // no chance of an answer is better than certain
    }
    double value = told * chanceOfAnswer(entry);
    if (value > promise) {
      promise = value;
      responder = LeafNodes.node(entry);
    }
  }

  private double chanceOfAnswer(long entry) {
    int node = LeafNodes.node(entry);
    if (askEverybody) {
      return nodes.timesAsked(node) == 0 ? 1 : 0.25;
    }
    return LeafNodes.hasAnswered(entry)
        ? ANSWERED_BEFORE
        : answering.of(nodes.sources(node), coverage.unknown(grid.cell(nodes.idHigh(node))));
  }

  /** What the node would tell, bucket by bucket: each is a subspace next to its own path down. */
  private double massToldAboutOwnLeaf(long entry) {
    int told = LeafNodes.answers(entry) > 0 ? log.latest(LeafNodes.node(entry)) : AnswerLog.NONE;
    long untold = ballCells & ~log.toldOfOwnLeaf(told);
    int own = CELLS | LeafNodes.cellInLeaf(entry);
    double sum = outsideOdds * outsideMassUntold(told);
    if ((untold >>> own & 1) != 0) {
      sum += ballMass[own] * listing.of(0);
    }
    int cells = 1;
    for (int place = own; place > 1 && untold != 0; place >>= 1, cells *= 2) {
      int bucket = place ^ 1;
      double mass = massUntold(bucket, cells, untold);
      if (mass > 0) {
        sum += mass * listing.of(sums[0].nodes(bucket));
      }
    }
    return sum;
  }

  private double massUntold(int bucket, int cells, long untold) {
    int first = bucket * cells - CELLS;
    long all = -1L >>> (Long.SIZE - cells) << first;
    long here = untold & all;
    if (here == (ballCells & all)) {
      return ballMass[bucket];
    }
    double sum = 0;
    for (; here != 0; here &= here - 1) {
      sum += ballMass[CELLS + Long.numberOfTrailingZeros(here)];
    }
    return sum;
  }

  private double outsideMassUntold(int told) {
    if (told == AnswerLog.NONE) {
      return outsideMass;
    }
    double sum = 0;
    for (int radius = CELLS; radius < ball; radius++) {
      int cell = target ^ radius;
      sum += log.covers(told, cell) ? 0 : coverage.unknown(cell);
    }
    return sum;
  }

  private double massToldNearby(long entry) {
    int told = LeafNodes.answers(entry) > 0 ? log.latest(LeafNodes.node(entry)) : AnswerLog.NONE;
    double sum = 0;
    for (int radius = 0; radius < Math.min(ball, CELLS); radius++) {
      int cell = target ^ radius;
      sum += log.covers(told, cell) ? 0 : coverage.unknown(cell);
    }
    return sum;
  }
}
