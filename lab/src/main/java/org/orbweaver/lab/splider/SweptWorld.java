package org.orbweaver.lab.splider;

import java.util.List;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.RoutingTables;

/** What a sweep with its default settings hears of a world: the snapshot a user would hold. */
public final class SweptWorld {
  private SweptWorld() {}

  public static SnapshotNodes of(Population population, long seed) {
    SpliderOptions options =
        new SpliderOptions(
            population.size(),
            1,
            seed,
            RoutingTables.TABLE_SHARE,
            CensusOptions.WHOLE_NETWORK.wantedRecall(),
            CensusOptions.Mode.DISCOVER,
            Conditions.CALM,
            List.of(StrategyName.SWEEP));
    WorldCrawl crawl =
        new WorldCrawl(
            options, CensusWorld.still(population), StrategyName.SWEEP, CensusWorld.START, seed);
    crawl.run();
    return crawl.nodes();
  }
}
