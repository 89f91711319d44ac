package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.Churn;
import org.orbweaver.sim.world.ChurnOptions;
import org.orbweaver.sim.world.Liveness;
import org.orbweaver.sim.world.NodeRole;
import org.orbweaver.sim.world.Planted;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.PopulationOptions;

/**
 * One world to be crawled. As in Splider's section IV.A a test node is planted in each 8-bit
 * subspace; here they are young, so that only their neighbours know them.
 */
final class CensusWorld {
  /** When crawls begin, in nanoseconds. */
  static final long START = 0;

  private static final int PLANTED = 256;

  private final Population population;
  private final Liveness liveness;

  private CensusWorld(Population population, Liveness liveness) {
    this.population = population;
    this.liveness = liveness;
  }

  static CensusWorld of(SpliderOptions options, long seed) {
    Population population =
        new Population(PopulationOptions.honest(options.nodes(), seed).withPlanted(planted(seed)));
    Liveness liveness =
        options.conditions().churn()
            ? new Churn(population, ChurnOptions.splider(START))
            : options.conditions().strange()
                ? Liveness.withDead(
                    population, StrangeWorlds.of(options.tableShare(), seed).deadShare())
                : Liveness.constant(population);
    return new CensusWorld(population, liveness);
  }

  /** A world without test nodes, in which nobody comes or goes. */
  static CensusWorld still(Population population) {
    return new CensusWorld(population, Liveness.constant(population));
  }

  /** A world without test nodes, whose nodes come and go. */
  static CensusWorld churning(PopulationOptions options, ChurnOptions churn) {
    Population population = new Population(options);
    return new CensusWorld(population, new Churn(population, churn));
  }

  private static List<Planted> planted(long seed) {
    // Split off: the strategy under test draws its targets from the seed itself.
    RandomGenerator random = new SplittableRandom(seed).split();
    List<Planted> nodes = new ArrayList<>(PLANTED);
    for (int subspace = 0; subspace < PLANTED; subspace++) {
      Key first = new Key((long) subspace << 56, 0, 0);
      nodes.add(Planted.young(first.prefixThen(8, Key.random(random))));
    }
    return nodes;
  }

  Population population() {
    return population;
  }

  Liveness liveness() {
    return liveness;
  }

  boolean isPlanted(int index) {
    return population.role(index) == NodeRole.PLANTED;
  }

  /** Whether the node answers during all of that time. */
  boolean liveThroughout(int index, long from, long to) {
    return liveness instanceof Churn churn
        ? churn.liveThroughout(index, from, to)
        : liveness.live(index, from);
  }
}
