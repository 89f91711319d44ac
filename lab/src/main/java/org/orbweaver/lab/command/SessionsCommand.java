package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.splider.PlantedSessions;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab sessions}: are planted session lengths told apart and recovered? */
@Command(
    name = "sessions",
    description = "Plant Pareto and Weibull sessions and tell which they were, from 480 snapshots.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab sessions --nodes 20000",
      "  orb lab sessions --nodes 50000 --seeds 5 --json"
    })
final class SessionsCommand implements Runnable {
  @Mixin private Output output;

  @Option(
      names = "--nodes",
      defaultValue = "20000",
      description = "How many nodes come and go; at most 0.4 of them are there at a time.")
  private int nodes;

  @Option(names = "--seeds", defaultValue = "3", description = "How many worlds for each kind.")
  private int seeds;

  @Option(names = "--seed", defaultValue = "1", description = "The first world's seed.")
  private long seed;

  @Option(
      names = "--missed",
      defaultValue = "0.005",
      description = "Share of the live nodes that a snapshot misses.")
  private double missed;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SessionsCommand() {}

  @Override
  public void run() {
    PlantedSessions.Report report;
    try (Progress progress = output.progress()) {
      report = new PlantedSessions(nodes, seeds, seed, missed, progress).run();
    }
    output.print(report);
  }
}
