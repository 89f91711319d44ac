package org.orbweaver.lab.splider;

import java.util.List;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.sim.world.RoutingTables;

/**
 * A day of snapshots.
 *
 * @param nodes that can come, of which 0.4 or fewer are there at a time
 * @param loss the share of packets lost, on either way
 */
public record DayOptions(
    int nodes, double hours, double minutesBetween, double loss, SessionLaw sessions, long seed) {
  private static final double WANTED_RECALL = 0.999;
  private static final int WINDOW = 64;

  public DayOptions {
    if (!(hours > 0) || !(minutesBetween > 0) || snapshots(hours, minutesBetween) < 4) {
      throw new IllegalArgumentException("a day takes at least four snapshots");
    }
  }

  private static int snapshots(double hours, double minutes) {
    return (int) StrictMath.round(hours * 60 / minutes);
  }

  int snapshots() {
    return snapshots(hours, minutesBetween);
  }

  /** Every node is contacted, at a pace that takes most of the time between two snapshots. */
  SpliderOptions snapshot() {
    int pace = (int) Math.max(1, nodes / (minutesBetween * 60 / 2));
    return new SpliderOptions(
        nodes,
        1,
        seed,
        RoutingTables.TABLE_SHARE,
        WANTED_RECALL,
        CensusOptions.Mode.VERIFY,
        new Conditions(loss, true, false, 1, pace, WINDOW),
        List.of(StrategyName.SWEEP));
  }
}
