package org.orbweaver.census.sweep;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusOptions;
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

  /** Each keeps books of its own: at 16 million nodes 4 MB, mostly empty. */
  private static final int AT_ONCE = 64;

  /** Half of a crowd is usually unknown when it is found. */
  private static final double UNKNOWN_TOO = 2;

  private final KnownNodes nodes;
  private final CensusOptions options;
  private final Grid grid;
  private final LeafNodes members;
  private final RandomGenerator random;

  /** Crowds that were not begun: as many as were found. */
  private final Queue<Integer> waiting = new ArrayDeque<>();

  private final Map<Integer, Crowd> byCell = new HashMap<>();

  /** Those of them that may have a question; the others wait for an answer. */
  private final Queue<Crowd> active = new ArrayDeque<>();

  private static final class Crowd {
    private final int cell;
    private final Sweep sweep;
    private int questions;
    private int open;
    private boolean active;

    private Crowd(int cell, Sweep sweep) {
      this.cell = cell;
      this.sweep = sweep;
    }
  }

  Crowds(
      KnownNodes nodes,
      CensusOptions options,
      Grid grid,
      LeafNodes members,
      RandomGenerator random) {
    this.nodes = nodes;
    this.options = options;
    this.grid = grid;
    this.members = members;
    this.random = random;
  }

  void add(int cell) {
    waiting.add(cell);
  }

  private void begin(int cell) {
    int[] known = members.inCell(cell);
    Prefix part =
        Prefix.of(
            new Key(grid.high(cell, 0), 0, 0),
            grid.part().length() + grid.leafBits() + Grid.CELL_BITS);
    double size = Math.scalb(UNKNOWN_TOO * known.length, part.length());
    Sweep sweep = new Sweep(nodes, options.of(part), Grid.forNetworkOf(size, part), size, random);
    for (int node : known) {
      sweep.discovered(node);
    }
    Crowd crowd = new Crowd(cell, sweep);
    byCell.put(cell, crowd);
    activate(crowd);
  }

  private void activate(Crowd crowd) {
    if (!crowd.active) {
      crowd.active = true;
      active.add(crowd);
    }
  }

  @Nullable Question next() {
    while (true) {
      while (byCell.size() < AT_ONCE && !waiting.isEmpty()) {
        begin(waiting.remove());
      }
      Crowd crowd = active.peek();
      if (crowd == null) {
        return null;
      }
      Question question = question(crowd);
      if (question != null) {
        crowd.questions++;
        crowd.open++;
        return question;
      }
      active.remove();
      crowd.active = false;
      if (crowd.open == 0) {
        byCell.remove(crowd.cell);
      }
    }
  }

  private static @Nullable Question question(Crowd crowd) {
    return crowd.questions == MOST_QUESTIONS || crowd.sweep.isComplete()
        ? null
        : crowd.sweep.next();
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
      ended(crowd);
    }
  }

  void silent(Question question) {
    Crowd crowd = at(question.target().high());
    if (crowd != null) {
      crowd.sweep.silent(question);
      ended(crowd);
    }
  }

  private void ended(Crowd crowd) {
    crowd.open = Math.max(0, crowd.open - 1); // the sweep's own last questions end here, too
    activate(crowd);
  }

  private @Nullable Crowd at(long high) {
    return byCell.isEmpty() || !grid.contains(high) ? null : byCell.get(grid.cell(high));
  }
}
