package org.orbweaver.lab.command;

import java.util.SplittableRandom;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.world.AnswerSpeed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab answers}: how fast the synthetic DHT computes its answers. */
@Command(
    name = "answers",
    description = "Measure how many find_node answers a second one core computes in the world.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab answers --nodes 1000000 --json"})
final class AnswersCommand implements Runnable {
  private record Report(int nodes, long answers, double cpuSeconds, double answersPerSecond) {}

  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "1000000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "How long to warm up, and then again to measure.")
  private double seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  AnswersCommand() {}

  @Override
  public void run() {
    AnswerSpeed speed = AnswerSpeed.measure(nodes, seed, seconds, new SplittableRandom(seed));
    output.print(new Report(nodes, speed.answers(), speed.seconds(), speed.answersPerSecond()));
  }
}
