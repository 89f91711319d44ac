package org.orbweaver.cli.lab;

import java.time.Duration;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.lab.Progress;
import org.orbweaver.lab.node.AttackExperiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab attacks}: what foes make of our routing table. */
@Command(
    name = "attacks",
    description = "Flood, forge, change IDs and eclipse: how much of the table stays honest?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab attacks --nodes 100000 --json"})
final class AttacksCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--minutes", defaultValue = "60", description = "Each attack lasts, virtually.")
  private int minutes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  AttacksCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      output.print(new AttackExperiment(nodes, Duration.ofMinutes(minutes), seed, progress).run());
    }
  }
}
