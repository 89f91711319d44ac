package org.orbweaver.census.journal;

import java.util.SplittableRandom;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Prefix;

/**
 * All that a crawl follows from, besides the answers it gets; a journal's first words.
 *
 * @param prefix the wanted part in binary
 * @param seed of the strategy's choices
 * @param start in nanoseconds
 * @param samples whether questions are sample_infohashes
 * @param ipv6 whether it is the IPv6 network's crawl
 */
public record CensusPlan(
    StrategyName strategy,
    String prefix,
    CensusOptions.Mode mode,
    double wantedRecall,
    long seed,
    long start,
    boolean samples,
    boolean ipv6) {

  public static CensusPlan of(StrategyName strategy, CensusOptions options, long seed, long start) {
    return new CensusPlan(
        strategy,
        options.part().toString(),
        options.mode(),
        options.wantedRecall(),
        seed,
        start,
        false,
        false);
  }

  public CensusPlan asking(boolean forSamples, boolean inIpv6) {
    return new CensusPlan(strategy, prefix, mode, wantedRecall, seed, start, forSamples, inIpv6);
  }

  public Prefix part() {
    return Prefix.parse(prefix);
  }

  /** The crawl at its beginning. */
  public CensusCrawl newCrawl() {
    KnownNodes nodes = new KnownNodes(start);
    CensusOptions options = new CensusOptions(part(), mode, wantedRecall);
    return new CensusCrawl(nodes, strategy.create(nodes, options, new SplittableRandom(seed)));
  }

  /** Whether the same is wanted, whenever it was begun and whatever its chances. */
  public boolean sameAs(CensusPlan other) {
    return equals(
        new CensusPlan(
            other.strategy,
            other.prefix,
            other.mode,
            other.wantedRecall,
            seed,
            start,
            other.samples,
            other.ipv6));
  }
}
