package org.orbweaver.cli.lab;

import java.io.IOException;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.lab.Progress;
import org.orbweaver.lab.index.DistanceExperiment;
import org.orbweaver.lab.index.OrderExperiment;
import org.orbweaver.lab.index.YieldExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab index}: the indexer paper's experiments. */
@Command(
    name = "index",
    description = "Index a synthetic DHT: what is obtained, in which order, at what cost.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab index --nodes 100000 --torrents 50000 --json",
      "  orb lab index --part order --nodes 20000 --torrents 10000 --homes 16",
      "  orb lab index --part distances --keys 5000000",
      "  orb lab index --loopback --nodes 20000 --torrents 10000"
    })
final class IndexLabCommand implements Runnable {
  /** Which of the experiments. */
  enum Part {
    /** The whole pipeline for some hours. */
    YIELD,
    /** Orders of lookups, cache, starting points. */
    ORDER,
    /** Figures 1 and 2. */
    DISTANCES
  }

  @Mixin private Output output;

  @Option(names = "--part", defaultValue = "yield", description = "${COMPLETION-CANDIDATES}.")
  private Part part = Part.YIELD;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--torrents", defaultValue = "50000", description = "What its peers share.")
  private int torrents;

  @Option(names = "--homes", defaultValue = "64", description = "Addresses of the indexer.")
  private int homes;

  @Option(names = "--hours", defaultValue = "6", description = "Virtual time.")
  private double hours;

  @Option(
      names = "--traffic",
      defaultValue = "0.02",
      description = "Share of the clients' own lookups that are simulated; they take the time.")
  private double traffic;

  @Option(names = "--no-faults", description = "Without loss, rate limits and liars.")
  private boolean noFaults;

  @Option(names = "--no-announce", description = "Passive retrieval as in the paper only.")
  private boolean noAnnounce;

  @Option(names = "--keys", defaultValue = "5000000", description = "For the distances.")
  private int keys;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @Option(names = "--loopback", description = "On real UDP, TCP and SQLite, by the wall clock.")
  private boolean loopback;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      description = "How long the loopback run may take.")
  private int seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  IndexLabCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(loopback ? loopbackRun(progress) : experiment(progress));
    }
  }

  private Record loopbackRun(Progress progress) {
    try {
      return new LoopbackIndexing(nodes, torrents, homes, seconds, !noFaults, seed, progress).run();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private Record experiment(Progress progress) {
    return switch (part) {
      case YIELD ->
          new YieldExperiment(
                  new YieldExperiment.Options(
                      nodes, torrents, homes, hours, traffic, !noFaults, !noAnnounce, seed),
                  progress)
              .run();
      case ORDER -> new OrderExperiment(nodes, torrents, homes, seed, progress).run();
      case DISTANCES -> new DistanceExperiment(keys, seed).run();
    };
  }
}
