package org.orbweaver.lab.command;

import org.orbweaver.lab.index.FilterExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab filter}: the ARC+Blue filter beside random dropping. */
@Command(
    name = "filter",
    description = "Send 20 times what the store takes through the selective filter.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab filter --json"})
final class FilterCommand implements Runnable {
  @Mixin private Output output;

  @Option(
      names = "--rate",
      defaultValue = "1000",
      description = "How many hashes the store takes a second.")
  private int rate;

  @Option(names = "--seconds", defaultValue = "300", description = "How long, in virtual time.")
  private int seconds;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, other arrivals.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  FilterCommand() {}

  @Override
  public void run() {
    output.print(new FilterExperiment(rate, seconds, seed).run());
  }
}
