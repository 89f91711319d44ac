package org.orbweaver.fetch.frontier;

import java.time.Duration;

/**
 * @param activeHosts most hosts in memory; the others wait on disk
 * @param every length of a round: no page is visited more often
 * @param longest no page is visited less often
 * @param sync survive power failures too, not only a killed process
 */
public record FrontierOptions(
    Manners manners, int activeHosts, Duration every, Duration longest, boolean sync) {
  public static FrontierOptions usual(Manners manners) {
    return new FrontierOptions(manners, 20_000, Duration.ofDays(1), Duration.ofDays(30), false);
  }
}
