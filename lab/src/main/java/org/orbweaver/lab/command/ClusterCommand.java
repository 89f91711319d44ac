package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.overlay.ClusterExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab cluster}: does each new peer soon do its share? */
@Command(
    name = "cluster",
    description =
        "Crawl from one seed in six cities, one more peer every minute: how soon does it work?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Examples:", "  orb lab cluster --json", "  orb lab cluster --peers 6"})
final class ClusterCommand implements Runnable {
  @Mixin private Output output;

  @Option(
      names = "--peers",
      defaultValue = "100",
      description = "How many peers there are in the end.")
  private int peers;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the web and of chance.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  ClusterCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(new ClusterExperiment(peers, seed, progress).run());
    }
  }
}
