package org.orbweaver.lab.splider;

import java.util.List;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.strategy.StrategyName;

/**
 * What to measure.
 *
 * @param nodes the size of each world, live and dead, without the 256 planted ones
 * @param seeds how many worlds
 * @param firstSeed the first world's seed; the others follow
 * @param tableShare the world's C: the share of its few neighbours that a node knows
 * @param wantedRecall what the sweep is asked for
 */
public record SpliderOptions(
    int nodes,
    int seeds,
    long firstSeed,
    double tableShare,
    double wantedRecall,
    CensusOptions.Mode mode,
    Conditions conditions,
    List<StrategyName> strategies) {

  public SpliderOptions {
    if (seeds < 1) {
      throw new IllegalArgumentException("at least one world is needed, not " + seeds);
    }
    strategies = List.copyOf(strategies);
  }

  CensusOptions crawl() {
    return CensusOptions.WHOLE_NETWORK.wanting(wantedRecall).in(mode);
  }
}
