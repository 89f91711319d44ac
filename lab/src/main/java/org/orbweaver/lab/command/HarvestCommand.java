package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.HarvestExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab harvest}: how much a listening node hears. */
@Command(
    name = "harvest",
    description = "Listen for infohashes with 1, 8 and 64 homes, random and staggered IDs.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "A virtual hour among 100,000 nodes takes two minutes per row, of which there are six.",
      "",
      "Example:",
      "  orb lab harvest --nodes 20000 --hours 1 --json"
    })
final class HarvestCommand implements Runnable {
  @Mixin private Output output;

  @Option(
      names = "--nodes",
      defaultValue = "20000",
      description = "Size of the world; it has as many torrents.")
  private int nodes;

  @Option(
      names = "--hours",
      defaultValue = "1",
      description = "How long each node listens, in virtual time.")
  private double hours;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  HarvestCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(new HarvestExperiment(nodes, hours, seed, progress).run());
    }
  }
}
