package org.orbweaver.census.sweep;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;

/**
 * A census by coverage, in four stages: a {@link SizeProbe} to choose the grid, then the {@link
 * Sweep} until the wanted recall is believed to be reached, then a closer look at {@link Crowds},
 * and a {@link Headcount}, which asks a few of those not asked so far or, if every node is to be
 * contacted, a {@link RollCall} of all. It is told neither how large the network is nor how much
 * nodes know of each other.
 */
public final class SweepCrawl implements CrawlStrategy {
  private final KnownNodes nodes;
  private final CensusOptions options;
  private final RandomGenerator random;
  private final SizeProbe probe;
  private @Nullable Sweep sweep;
  private @Nullable Crowds crowds;
  private @Nullable RollCall rollCall;
  private int known;

  public SweepCrawl(KnownNodes nodes, CensusOptions options, RandomGenerator random) {
    this.nodes = nodes;
    this.options = options;
    this.random = random;
    probe = new SizeProbe(nodes, options.part(), random);
  }

  @Override
  public void discovered(int node) {
    known++;
    if (sweep == null) {
      probe.discovered(node);
    } else {
      sweep.discovered(node);
      if (crowds != null) {
        crowds.discovered(node);
      }
    }
  }

  @Override
  public @Nullable Question next() {
    if (sweep == null) {
      Question question = probe.next();
      if (question != null || !probe.finished()) {
        return question;
      }
      sweep = startSweep();
    }
    if (!sweep.isComplete()) {
      return sweep.next();
    }
    if (crowds == null) {
      crowds = sweep.crowds(options);
    }
    Question inCrowd = crowds.next();
    if (inCrowd != null) {
      return inCrowd;
    }
    if (options.mode() == CensusOptions.Mode.DISCOVER) {
      return sweep.nextOfHeadcount();
    }
    if (rollCall == null) {
      rollCall = new RollCall(nodes, options.part());
    }
    return rollCall.next();
  }

  private Sweep startSweep() {
    double size = probe.networkSize(known);
    Grid grid = Grid.forNetworkOf(size, options.part());
    Sweep started = new Sweep(nodes, options, grid, size, random);
    for (int node = 0; node < known; node++) {
      started.discovered(node);
    }
    return started;
  }

  @Override
  public void answered(Question question, int[] listed, int count) {
    probe.ended(question);
    if (sweep != null) {
      sweep.answered(question, listed, count);
      if (crowds != null) {
        crowds.answered(question, listed, count);
      }
    }
  }

  @Override
  public void silent(Question question) {
    probe.ended(question);
    if (sweep != null) {
      sweep.silent(question);
      if (crowds != null) {
        crowds.silent(question);
      }
    }
  }

  /** Takes a pass over all nodes and cells: to be asked now and then, not for every packet. */
  @Override
  public Belief belief() {
    return sweep == null ? Belief.NONE : sweep.belief();
  }

  /** Takes a pass over all cells. */
  @Override
  public double[] coverage(int parts) {
    return sweep == null ? new double[0] : sweep.coverage(parts);
  }
}
