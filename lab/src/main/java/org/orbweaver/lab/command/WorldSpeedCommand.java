package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.lab.wirespeed.WireSpeedOptions;
import org.orbweaver.lab.wirespeed.WorldSpeed;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab worldspeed}: the world on loopback against the barest loop in its place. */
@Command(
    name = "worldspeed",
    description =
        "Measure find_node pairs per second at random addresses: world against bare loop.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab worldspeed --nodes 1000000 --json"})
final class WorldSpeedCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "1000000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private int seed;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often both sides are measured, in turn.")
  private int rounds;

  @Option(names = "--seconds", defaultValue = "4", description = "How long each measurement takes.")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long each server warms up first; on a busy machine compilers need longer.")
  private int warmUp;

  @Option(names = "--window", defaultValue = "512", description = "Queries under way at once.")
  private int window;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  WorldSpeedCommand() {}

  @Override
  public Integer call() throws IOException {
    WireSpeedOptions options =
        new WireSpeedOptions(
            rounds, Duration.ofSeconds(warmUp), Duration.ofSeconds(seconds), window);
    try (Progress progress = output.progress()) {
      output.print(new WorldSpeed(nodes, seed, options, progress).run());
    }
    return 0;
  }
}
