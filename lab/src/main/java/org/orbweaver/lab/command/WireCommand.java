package org.orbweaver.lab.command;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.lab.wirespeed.QueryKind;
import org.orbweaver.lab.wirespeed.ServerKind;
import org.orbweaver.lab.wirespeed.WireSpeed;
import org.orbweaver.lab.wirespeed.WireSpeedOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab wire}: our stack against the barest loop the machine allows. */
@Command(
    name = "wire",
    description = "Measure find_node pairs per second: our full stack against the barest loop.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab wire --rounds 5 --json"})
final class WireCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often both sides are measured, in turn.")
  private int rounds;

  @Option(names = "--seconds", defaultValue = "4", description = "How long each measurement takes.")
  private int seconds;

  @Option(names = "--window", defaultValue = "512", description = "Queries under way at once.")
  private int window;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  WireCommand() {}

  @Override
  public Integer call() throws IOException {
    WireSpeedOptions options =
        new WireSpeedOptions(
            rounds, WireSpeedOptions.DEFAULT.warmUp(), Duration.ofSeconds(seconds), window);
    try (Progress progress = output.progress()) {
      output.print(
          new WireSpeed(ServerKind.FULL_STACK, QueryKind.FIND_NODE, options, progress).run());
    }
    return 0;
  }
}
