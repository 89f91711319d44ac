package org.orbweaver.census.sweep;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

/**
 * Cells in which far more nodes crowd than anywhere else, each swept as a network of its own. The
 * balls of answers about such a cell are smaller than it and cover nothing.
 *
 * <p>Crowds are honest, too. BEP 42 gives all customers behind one address of a carrier eight
 * places of 21 bits; where 500 share an address, the sweep alone heard of two thirds of them, and
 * because it heard of all those who ignore BEP 42 there, they looked like sybils.
 *
 * <p>Whoever makes up nodes at will can fill a cell without end, so the questions for each are
 * bounded.
 */
final class Crowds {
  /** Where less than one node is expected, and neighbours share a cell by chance. */
  static final int FEWEST = 10;

  private static final int MOST_QUESTIONS = 1024;

  /** Half of a crowd is usually unknown when it is found. */
  private static final double UNKNOWN_TOO = 2;

  private final KnownNodes nodes;
  private final CrawlOptions options;
  private final Grid grid;
  private final RandomGenerator random;
  private final Map<Integer, Crowd> byCell = new HashMap<>();

  /** Those that may have a question; the others wait for an answer, or are done. */
  private final Queue<Crowd> active = new ArrayDeque<>();

  private static final class Crowd {
    private final Sweep sweep;
    private int questions;
    private boolean active;

    private Crowd(Sweep sweep) {
      this.sweep = sweep;
    }
  }

  Crowds(KnownNodes nodes, CrawlOptions options, Grid grid, RandomGenerator random) {
    this.nodes = nodes;
    this.options = options;
    this.grid = grid;
    this.random = random;
  }

  /** The first {@code count} of these nodes are all in that cell. */
  void add(int cell, int[] members, int count) {
    Prefix part =
        Prefix.of(
            new Key(grid.high(cell, 0), 0, 0),
            grid.part().length() + grid.leafBits() + Grid.CELL_BITS);
    double size = Math.scalb(UNKNOWN_TOO * count, part.length());
    Sweep sweep = new Sweep(nodes, options.of(part), Grid.forNetworkOf(size, part), size, random);
    for (int i = 0; i < count; i++) {
      sweep.discovered(members[i]);
    }
    Crowd crowd = new Crowd(sweep);
    byCell.put(cell, crowd);
    activate(crowd);
  }

  private void activate(Crowd crowd) {
    if (!crowd.active && crowd.questions < MOST_QUESTIONS) {
      crowd.active = true;
      active.add(crowd);
    }
  }

  @Nullable Question next() {
    for (Crowd crowd; (crowd = active.peek()) != null; ) {
      Question question = crowd.sweep.isComplete() ? null : crowd.sweep.next();
      if (question != null && crowd.questions++ < MOST_QUESTIONS) {
        return question;
      }
      crowd.active = false;
      active.remove();
    }
    return null;
  }

  void discovered(int node) {
    Crowd crowd = at(nodes.idHigh(node));
    if (crowd != null) {
      crowd.sweep.discovered(node);
    }
  }

  void answered(Question question, int[] listed, int count) {
    Crowd crowd = at(question.target().high());
    if (crowd != null) {
      crowd.sweep.answered(question, listed, count);
      activate(crowd);
    }
  }

  void silent(Question question) {
    Crowd crowd = at(question.target().high());
    if (crowd != null) {
      crowd.sweep.silent(question);
      activate(crowd);
    }
  }

  private @Nullable Crowd at(long high) {
    return byCell.isEmpty() || !grid.contains(high) ? null : byCell.get(grid.cell(high));
  }
}
