package org.orbweaver.census.strategy;

import java.util.random.RandomGenerator;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.sweep.SweepCrawl;

/** The ways to crawl, by the names people type. */
public enum StrategyName {
  /** Breadth first, four random targets for each node: the published baseline. */
  ITERATIVE,
  /** Splider. */
  SPLIT,
  /** Ours: by coverage. */
  SWEEP;

  public CrawlStrategy create(KnownNodes nodes, CensusOptions options, RandomGenerator random) {
    return switch (this) {
      case ITERATIVE -> new IterativeCrawl(nodes, options, random);
      case SPLIT -> new SplitCrawl(nodes, options, random);
      case SWEEP -> new SweepCrawl(nodes, options, random);
    };
  }
}
