package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.TimeoutExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab timeouts}: what adaptive timeouts are worth. */
@Command(
    name = "timeouts",
    description = "Time lookups: adaptive timeouts against a fixed one of 10 s.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab timeouts --nodes 100000 --json"})
final class TimeoutsCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--lookups", defaultValue = "300", description = "How many lookups a series has.")
  private int lookups;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  TimeoutsCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(new TimeoutExperiment(nodes, lookups, seed, progress).run());
    }
  }
}
