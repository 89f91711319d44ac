package org.orbweaver.cli.census;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.census.CensusScreen;
import org.orbweaver.app.census.CensusTaking;
import org.orbweaver.app.census.PlantedNodes;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.shell.Output;
import org.orbweaver.udp.MonotonicClock;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What a snapshot is to be, and how it is come by. */
final class CrawlChoices {
  /** One or the other. */
  static final class Mode {
    @Option(
        names = "--discover",
        description = "Hearing of a node is enough: fewest packets (the default).")
    @SuppressWarnings("UnusedVariable") // typing it only says what is so already
    private boolean discover;

    @Option(
        names = "--verify",
        description = "Every node is asked: the snapshot says who answered.")
    private boolean verify;
  }

  @Option(
      names = "--strategy",
      defaultValue = "sweep",
      description = "How to crawl: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private StrategyName strategy = StrategyName.SWEEP;

  @ArgGroup private Mode mode = new Mode();

  @Option(
      names = "--recall",
      paramLabel = "SHARE",
      defaultValue = "0.999",
      description = "The share of live nodes at which sweep may stop (${DEFAULT-VALUE}).")
  private double recall;

  @Option(
      names = "--tries",
      defaultValue = "1",
      description = {
        "How often a question is sent before its node counts as silent (${DEFAULT-VALUE});",
        "--verify asks silent nodes a second time anyway."
      })
  private int tries;

  @Option(
      names = "--samples",
      description = {
        "Ask for infohashes (BEP 51) in the same packets; those told are kept in",
        "NAME.infohashes, a hexadecimal one a line."
      })
  private boolean samples;

  @Option(names = "--edges", description = "Keep who told of whom, in NAME.edges.parquet.")
  private boolean edges;

  CensusOptions options(Prefix part) {
    return new CensusOptions(
        part, mode.verify ? CensusOptions.Mode.VERIFY : CensusOptions.Mode.DISCOVER, recall);
  }

  CensusPlan plan(Prefix part, boolean ipv6) {
    long seed = new SecureRandom().nextLong();
    return CensusPlan.of(strategy, options(part), seed, MonotonicClock.now()).asking(samples, ipv6);
  }

  /**
   * @param what is taken, before each line of the screen
   */
  CensusTaking taking(
      NetworkOptions network,
      Output output,
      Progress progress,
      String what,
      StopSignal stop,
      @Nullable PlantedNodes planted) {
    return new CensusTaking(
        network.settings().withTries(tries),
        network.homes(),
        edges,
        new CensusScreen(progress, options(Prefix.WHOLE_SPACE).mode(), what),
        stop,
        planted);
  }
}
