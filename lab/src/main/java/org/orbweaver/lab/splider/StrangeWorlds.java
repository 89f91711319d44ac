package org.orbweaver.lab.splider;

import java.util.SplittableRandom;
import org.orbweaver.sim.world.TableHabits;

/**
 * Worlds that are not as the sweep assumes: each node has its own probability of being listed, and
 * how many are dead and how long tables keep them is drawn for each world, by its seed. The sweep
 * is told nothing of it.
 */
final class StrangeWorlds {
  private static final double LEAST_DEAD = 0.1;
  private static final double MOST_DEAD = 0.5;
  private static final double MOST_KEPT = 0.6;
  private static final double WIDEST_SPREAD = 0.15;

  private StrangeWorlds() {}

  /** One of them. */
  record Nature(double deadShare, TableHabits habits) {}

  static Nature of(double tableShare, long seed) {
    SplittableRandom random = new SplittableRandom(seed * 0x9e3779b97f4a7c15L).split();
    double dead = random.nextDouble(LEAST_DEAD, MOST_DEAD);
    double kept = random.nextDouble(0, MOST_KEPT);
    double spread = random.nextDouble(WIDEST_SPREAD / 10, WIDEST_SPREAD);
    return new Nature(dead, new TableHabits(tableShare, spread, kept));
  }
}
