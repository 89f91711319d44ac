package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.orbweaver.app.Progress;
import org.orbweaver.census.strategy.StrategyName;

/** Splider's section IV: which strategy finds how many nodes with how many packets. */
public final class Splider {
  private final SpliderOptions options;
  private final Progress progress;

  public Splider(SpliderOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public SpliderReport run() {
    Map<StrategyName, List<CrawlFigures>> runs = new EnumMap<>(StrategyName.class);
    List<WorldLine> worlds = new ArrayList<>();
    int trueNodes = 0;
    int done = 0;
    for (int i = 0; i < options.seeds(); i++) {
      long seed = options.firstSeed() + i;
      CensusWorld world = CensusWorld.of(options, seed);
      trueNodes = world.population().size();
      for (StrategyName name : options.strategies()) {
        progress.at(
            (double) done++ / (options.seeds() * options.strategies().size()),
            name.name().toLowerCase(Locale.ROOT) + ", world " + seed);
        WorldCrawl crawl = new WorldCrawl(options, world, name, CensusWorld.START, seed);
        crawl.run();
        CrawlFigures crawled = crawl.figures();
        runs.computeIfAbsent(name, _ -> new ArrayList<>()).add(crawled);
        if (options.conditions().strange()) {
          worlds.add(
              WorldLine.of(
                  name.name().toLowerCase(Locale.ROOT),
                  seed,
                  StrangeWorlds.of(options.tableShare(), seed),
                  crawled));
        }
      }
    }
    List<StrategyFigures> figures = new ArrayList<>();
    for (Map.Entry<StrategyName, List<CrawlFigures>> entry : runs.entrySet()) {
      figures.add(StrategyFigures.of(entry.getKey(), trueNodes, entry.getValue()));
    }
    return new SpliderReport(
        options.nodes(),
        options.seeds(),
        options.firstSeed(),
        options.tableShare(),
        options.wantedRecall(),
        options.mode().name().toLowerCase(Locale.ROOT),
        options.conditions(),
        figures,
        worlds);
  }
}
