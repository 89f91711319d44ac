package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.LookupExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab lookups}: our node's lookups among dead nodes and lost packets. */
@Command(
    name = "lookups",
    description = "Count exact lookups and their queries: one home, 64 homes, lookup cache.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab lookups --nodes 100000 --json"})
final class LookupsCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(
      names = "--lookups",
      defaultValue = "1000",
      description = "How many lookups a series has.")
  private int lookups;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  LookupsCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(new LookupExperiment(nodes, lookups, seed, progress).run());
    }
  }
}
