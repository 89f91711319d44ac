package org.orbweaver.lab.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.lab.census.CensusInWorld;
import org.orbweaver.lab.wirespeed.CensusSpeed;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab loopback-census}: a census over real packets, against the barest loop. */
@Command(
    name = "loopback-census",
    description =
        "Take a census over real UDP: packets per second against the barest loop, recall.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab loopback-census --nodes 1000000 --json"})
final class LoopbackCensusCommand implements Callable<Integer> {
  private static final long HOUR = 3_600_000_000_000L;

  @Mixin private Output output;
  @Mixin private MillionNodes world;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      description = "How many rounds count, after the warm-up.")
  private int rounds;

  @Option(names = "--window", defaultValue = "2048", description = "Questions under way at once.")
  private int window;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  LoopbackCensusCommand() {}

  @Override
  public Integer call() throws IOException {
    try (Progress progress = output.progress()) {
      output.print(
          new CensusSpeed(world.nodes(), world.seed(), rounds, window, progress)
              .run(this::virtualRecall));
    }
    return 0;
  }

  /** The same handler in virtual time, at the pace that the public network is spared by. */
  private double virtualRecall() {
    CensusPlan plan =
        CensusPlan.of(
            StrategyName.SWEEP, CensusOptions.WHOLE_NETWORK, world.seed(), CensusInWorld.EPOCH);
    CensusInWorld census =
        new CensusInWorld(
            new WorldGround(WorldOptions.of(world.nodes(), world.seed())),
            CensusSettings.PUBLIC.withWindow(window),
            List.of(Endpoint.parse("198.51.100.1:6881")),
            CrawlState.beginning(
                new RecordedCrawl(plan.newCrawl(), plan.start(), CrawlJournal.NONE)),
            InfohashListener.NOBODY,
            world.seed());
    census.run(HOUR);
    return census.liveRecall(Prefix.WHOLE_SPACE);
  }
}
