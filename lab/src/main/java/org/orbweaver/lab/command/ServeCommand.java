package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.lab.wirespeed.ServingSpeed;
import org.orbweaver.lab.wirespeed.WireSpeedOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab serve}: the whole node against the barest loop the machine allows. */
@Command(
    name = "serve",
    description = "Measure queries per second that the whole node serves on one core.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab serve --rounds 5 --json"})
final class ServeCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often both sides are measured, in turn.")
  private int rounds;

  @Option(names = "--seconds", defaultValue = "4", description = "How long each measurement takes.")
  private int seconds;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  ServeCommand() {}

  @Override
  public Integer call() throws IOException {
    WireSpeedOptions usual = WireSpeedOptions.DEFAULT;
    WireSpeedOptions options =
        new WireSpeedOptions(rounds, usual.warmUp(), Duration.ofSeconds(seconds), usual.window());
    try (Progress progress = output.progress()) {
      output.print(new ServingSpeed(options, progress).run());
    }
    return 0;
  }
}
