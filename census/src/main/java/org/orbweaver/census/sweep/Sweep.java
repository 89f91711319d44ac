package org.orbweaver.census.sweep;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Key;

/**
 * The sweep over the grid. Each leaf has at most one open question; the leaf whose next question
 * promises most comes first, so that the goal, a mean over all leaves, is reached with few packets.
 */
final class Sweep {
  /** Of the nodes in tables those that answer, until it is known better. */
  private static final double LIVE_SHARE = 0.75;

  /** An estimate that is right on average misses every second time: aim a little higher. */
  private static final double MARGIN = 0.9;

  /** After a review, so little above the goal is as good as reached: each review looks at all. */
  private static final double NEARLY = 1.01;

  /** With no more than this unknown, it is known well enough how crowded each range is. */
  private static final double SETTLED = 0.1;

  /** How often a leaf without a usable node is tried to be reached. */
  private static final int MOST_OPENINGS = 8;

  private final KnownNodes nodes;
  private final Grid grid;
  private final RandomGenerator random;
  private final double wantedUnknown;
  private final Leaves leaves;
  private final Coverage coverage;
  private final AnswerLog log = new AnswerLog();
  private final ListingOdds listing = new ListingOdds();
  private final Unevenness unevenness = new Unevenness();
  private final AnswerOdds answering = new AnswerOdds(listing);
  private final AnswerReader reader;
  private final PairChooser chooser;
  private final Estimates estimates;
  private final BitSet busy;

  /** Nodes that count as silent in leaves and coverage. */
  private final BitSet silenced = new BitSet();

  /** Questions that are to open a region, and the regions: each is opened by one at a time. */
  private final Map<Question, Integer> opening = new HashMap<>();

  private final BitSet regionsBeingOpened;
  private final byte[] openings;

  /** What was chosen for each leaf; it holds as long as nothing has changed there. */
  private final int[] responders;

  private final int[] targets;
  private LeafQueue queue;
  private boolean settled;
  private boolean complete;
  private @Nullable Headcount headcount;

  Sweep(KnownNodes nodes, CensusOptions options, Grid grid, double size, RandomGenerator random) {
    this.nodes = nodes;
    this.grid = grid;
    this.random = random;
    wantedUnknown = MARGIN * (1 - options.wantedRecall());
    leaves = new Leaves(nodes, grid);
    double perCell = Math.scalb(size, -options.part().length()) / grid.cells();
    coverage = new Coverage(grid.cells(), LIVE_SHARE * perCell, unevenness);
    queue = new LeafQueue(grid.leaves());
    reader = new AnswerReader(nodes, grid, leaves, coverage, log, listing, unevenness);
    boolean everybody = options.mode() == CensusOptions.Mode.VERIFY;
    chooser = new PairChooser(nodes, grid, leaves, coverage, listing, answering, log, everybody);
    estimates = new Estimates(nodes, grid, coverage, listing, answering);
    busy = new BitSet(grid.leaves());
    regionsBeingOpened = new BitSet(2 * grid.leaves());
    openings = new byte[grid.leaves()];
    responders = new int[grid.leaves()];
    targets = new int[grid.leaves()];
    for (int i = 0; i < grid.leaves(); i++) {
      queue.addFirstLevel(spread(i));
    }
  }

  /** Bits reversed: the first leaves lie far apart, so each opens a large region for the others. */
  private int spread(int i) {
    return grid.leafBits() == 0 ? 0 : Integer.reverse(i) >>> (32 - grid.leafBits());
  }

  void discovered(int node) {
    long high = nodes.idHigh(node);
    if (!grid.contains(high)) {
      return;
    }
    boolean silent = nodes.seemsGone(node);
    silenced.set(node, silent);
    leaves.add(node);
    coverage.add(grid.cell(high), silent);
    int leaf = grid.leaf(high);
    reconsider(leaf);
    if (grid.leafBits() > 0) {
      reconsider(leaf ^ 1);
    }
  }

  /** A leaf that nobody could tell more about gets another chance when somebody turns up. */
  private void reconsider(int leaf) {
    if (!busy.get(leaf) && !queue.contains(leaf)) {
      requeue(leaf);
    }
  }

  /** Whether the wanted recall is believed to be reached, also in hindsight. */
  boolean isComplete() {
    if (!complete && unknownShare() <= wantedUnknown) {
      unevenness.refresh(listing.uncrowded());
      reader.review();
      complete = unknownShare() <= NEARLY * wantedUnknown;
      if (!complete) {
        queueAll();
      }
    }
    return complete;
  }

  private void queueAll() {
    queue = new LeafQueue(grid.leaves());
    for (int i = 0; i < grid.leaves(); i++) {
      reconsider(spread(i));
    }
  }

  private double unknownShare() {
    return coverage.meanUnknown() * (1 - reader.headStart());
  }

  @Nullable Question next() {
    int level;
    while ((level = queue.topLevel()) != LeafQueue.NONE) {
      int leaf = queue.remove();
      if (isUnopened(leaf)) {
        Question question = openingQuestion(leaf);
        if (question != null) {
          return question;
        }
        continue;
      }
      int now = coverage.hasChanged(leaf) ? choose(leaf) : level;
      if (now >= level) {
        busy.set(leaf);
        return question(responders[leaf], targets[leaf]);
      }
      if (now != LeafQueue.NONE) {
        queue.add(leaf, now);
      }
    }
    return null;
  }

  /** Chooses whom to ask for what, and returns the level of what it promises. */
  private int choose(int leaf) {
    int level = LeafQueue.level(chooser.choose(leaf));
    responders[leaf] = chooser.responder();
    targets[leaf] = chooser.targetCell();
    coverage.lookedAt(leaf);
    return level;
  }

  private boolean isUnopened(int leaf) {
    return !leaves.hasUsable(leaf) && coverage.unknown(leaf << Grid.CELL_BITS) > 0.5;
  }

  /**
   * Asks the nearest usable node; null if nobody is usable, or that region is being opened: then
   * the leaf will be looked at again with all others there.
   */
  private @Nullable Question openingQuestion(int leaf) {
    int region = leaves.emptyRegion(leaf);
    if (regionsBeingOpened.get(region)) {
      return null;
    }
    openings[leaf]++;
    int nearest = leaves.nearestLeaf(region, random);
    if (nearest == Leaves.NOBODY) {
      openings[leaf] = MOST_OPENINGS;
      return null;
    }
    regionsBeingOpened.set(region);
    busy.set(leaf);
    int cell = (leaf << Grid.CELL_BITS) + random.nextInt(Grid.LEAF_CELLS);
    Question question = question(leaves.responder(nearest), cell);
    opening.put(question, region);
    return question;
  }

  private Question question(int node, int cell) {
    long high = grid.high(cell, random.nextLong());
    return new Question(node, new Key(high, random.nextLong(), random.nextInt()));
  }

  void answered(Question question, int[] listed, int count) {
    int node = question.node();
    learnWhetherAnswers(node, true);
    if (silenced.get(node) && !nodes.seemsGone(node)) {
      silenced.clear(node);
      leaves.revived(node);
      coverage.revived(grid.cell(nodes.idHigh(node)));
    }
    int answers = log.size();
    reader.read(question, listed, count);
    if (grid.contains(nodes.idHigh(node))) {
      leaves.answered(node, log.size() > answers);
    }
    if (!settled && coverage.meanUnknown() < SETTLED) {
      settled = true;
      listing.startOver();
    }
    settle(question);
  }

  void silent(Question question) {
    int node = question.node();
    learnWhetherAnswers(node, false);
    long high = nodes.idHigh(node);
    if (nodes.seemsGone(node) && !silenced.get(node) && grid.contains(high)) {
      silenced.set(node);
      leaves.silenced(node);
      coverage.silenced(grid.cell(high));
    }
    settle(question);
  }

  private void learnWhetherAnswers(int node, boolean answered) {
    long high = nodes.idHigh(node);
    if (nodes.questions(node) == 1 && grid.contains(high)) {
      answering.learn(nodes.sources(node), coverage.unknown(grid.cell(high)), answered);
    }
  }

  /** The leaf of the question may be asked about again. */
  private void settle(Question question) {
    if (!grid.contains(question.target().high())) {
      return;
    }
    Integer region = opening.isEmpty() ? null : opening.remove(question);
    int leaf = grid.leaf(question.target().high());
    if (busy.get(leaf)) {
      busy.clear(leaf);
      requeue(leaf);
    }
    if (region != null) {
      regionsBeingOpened.clear(region);
      int depth =
          Integer.numberOfLeadingZeros(region) - Integer.numberOfLeadingZeros(grid.leaves());
      int first = (region << depth) - grid.leaves();
      for (int each = first; each < first + (1 << depth); each++) {
        reconsider(each);
      }
    }
  }

  private void requeue(int leaf) {
    if (isUnopened(leaf)) {
      if (openings[leaf] < MOST_OPENINGS) {
        queue.addFirstLevel(leaf);
      }
      return;
    }
    int level = choose(leaf);
    if (level != LeafQueue.NONE) {
      queue.add(leaf, level);
    }
  }

  /** The cells that need a closer look, when the wanted recall is reached elsewhere. */
  Crowds crowds(CensusOptions options) {
    Crowds crowds = new Crowds(nodes, options, grid, leaves.members(), random);
    for (int cell = 0; cell < grid.cells(); cell++) {
      if (coverage.isCrowded(cell)) {
        crowds.add(cell);
      }
    }
    return crowds;
  }

  /** The last questions, when the wanted recall is reached: how many of the known answer. */
  @Nullable Question nextOfHeadcount() {
    if (headcount == null) {
      headcount = Headcount.among(nodes, estimates, random);
    }
    return headcount.next();
  }

  Belief belief() {
    return estimates.belief(unknownShare(), headcount);
  }

  double[] coverage(int parts) {
    return coverage.known(parts);
  }
}
