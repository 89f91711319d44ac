package org.orbweaver.lab.command;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.node.AttackExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab attacks}: what foes make of our routing table. */
@Command(
    name = "attacks",
    description = "Flood, forge, change IDs and eclipse: how much of the table stays honest?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab attacks --nodes 20000 --seeds 10 --json"})
final class AttacksCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(
      names = "--minutes",
      defaultValue = "60",
      description = "How long each attack lasts, in virtual time.")
  private int minutes;

  @Option(names = "--seeds", defaultValue = "3", description = "How many worlds, from seed 1 on.")
  private int seeds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  AttacksCommand() {}

  @Override
  public void run() {
    try (Progress progress = output.progress()) {
      List<Long> worlds = LongStream.rangeClosed(1, seeds).boxed().toList();
      Duration time = Duration.ofMinutes(minutes);
      output.print(new AttackExperiment(nodes, time, worlds, progress).run());
    }
  }
}
