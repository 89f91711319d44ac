package org.orbweaver.lab.splider;

import java.util.List;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.strategy.StrategyName;

/**
 * What to measure.
 *
 * @param nodes the size of each world, live and dead, without the 256 planted ones
 * @param seeds how many worlds
 * @param firstSeed the first world's seed; the others follow
 * @param tableShare the world's C: the share of its few neighbours that a node knows
 * @param wantedRecall what the sweep is asked for
 * @param loss the share of questions, or of their answers, that get lost
 * @param churn whether nodes come and go; recall is then that of nodes live from start to end
 * @param packetsPerSecond how fast the crawler sends; matters with churn only
 * @param window how many questions are open at a time
 */
public record SpliderOptions(
    int nodes,
    int seeds,
    long firstSeed,
    double tableShare,
    double wantedRecall,
    CrawlOptions.Mode mode,
    double loss,
    boolean churn,
    int packetsPerSecond,
    int window,
    List<StrategyName> strategies) {

  public SpliderOptions {
    if (seeds < 1 || window < 1 || packetsPerSecond < 1) {
      throw new IllegalArgumentException("seeds, window and packets per second are at least 1");
    }
    if (!(loss >= 0 && loss < 1)) {
      throw new IllegalArgumentException("a loss is a share from 0 to below 1, not " + loss);
    }
    strategies = List.copyOf(strategies);
  }

  CrawlOptions crawl() {
    return CrawlOptions.WHOLE_NETWORK.wanting(wantedRecall).in(mode);
  }
}
