package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.wirespeed.WireSpeedOptions;
import org.orbweaver.lab.wirespeed.WorldSpeed;
import org.orbweaver.shell.Output;
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
  @Mixin private MillionNodes world;
  @Mixin private PairOptions pairs;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long each server warms up first; on a busy machine compilers need longer.")
  private int warmUp;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  WorldSpeedCommand() {}

  @Override
  public Integer call() throws IOException {
    WireSpeedOptions options = pairs.options(Duration.ofSeconds(warmUp));
    try (Progress progress = output.progress()) {
      output.print(new WorldSpeed(world.nodes(), world.seed(), options, progress).run());
    }
    return 0;
  }
}
