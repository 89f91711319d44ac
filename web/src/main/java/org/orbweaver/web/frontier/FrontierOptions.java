package org.orbweaver.web.frontier;

import java.time.Duration;
import org.orbweaver.web.visit.Manners;

/**
 * @param activeHosts most hosts in memory; the others wait on disk
 * @param every length of a round: no page is visited more often
 * @param longest no page is visited less often
 * @param learned visit each page at its own rhythm, within these bounds; otherwise every round
 *     visits every page
 * @param byLevels no page is visited before all that are fewer clicks from a seed: slower where one
 *     host lags behind, but a page's depth is then the shortest way to it
 * @param sync survive power failures too, not only a killed process
 */
public record FrontierOptions(
    Manners manners,
    int activeHosts,
    Duration every,
    Duration longest,
    boolean learned,
    boolean byLevels,
    boolean sync) {
  public static FrontierOptions usual(Manners manners) {
    return new FrontierOptions(
        manners, 20_000, Duration.ofDays(1), Duration.ofDays(30), false, false, false);
  }
}
