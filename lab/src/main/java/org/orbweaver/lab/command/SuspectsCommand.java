package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.suspects.SuspectsExperiment;
import org.orbweaver.lab.suspects.SuspectsReport;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab suspects}: are planted attacks found, and honest networks left alone? */
@Command(
    name = "suspects",
    description = "Look for planted sybil and eclipse attacks, and for none in honest worlds.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Every world has carrier NAT: a fifth of the nodes share addresses, up to 500 at one.",
      "",
      "Examples:",
      "  orb lab suspects --nodes 100000",
      "  orb lab suspects --nodes 1000000 --worlds 10 --json",
      "  orb lab suspects --nodes 1000000 --worlds 10 --sweep --json"
    })
final class SuspectsCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Honest nodes of each world.")
  private int nodes;

  @Option(
      names = "--worlds",
      defaultValue = "10",
      description = "How many honest worlds, and as many attacked ones.")
  private int worlds;

  @Option(names = "--seed", defaultValue = "1", description = "The first world's seed.")
  private long seed;

  @Option(
      names = "--sweep",
      description = "Look at what a sweep hears of each world, not at everybody in it.")
  private boolean swept;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  SuspectsCommand() {}

  @Override
  public void run() {
    SuspectsReport report;
    try (Progress progress = output.progress()) {
      report = new SuspectsExperiment(nodes, worlds, seed, swept, progress).run();
    }
    output.print(report);
  }
}
