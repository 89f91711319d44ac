package org.orbweaver.lab.command;

import java.time.Duration;
import org.orbweaver.lab.wirespeed.WireSpeedOptions;
import picocli.CommandLine.Option;

/** How often and how long two servers are measured against each other. */
final class PairOptions {
  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often both sides are measured, in turn.")
  private int rounds;

  @Option(names = "--seconds", defaultValue = "4", description = "How long each measurement takes.")
  private int seconds;

  @Option(names = "--window", defaultValue = "512", description = "Queries under way at once.")
  private int window;

  PairOptions() {}

  WireSpeedOptions options() {
    return options(WireSpeedOptions.DEFAULT.warmUp());
  }

  WireSpeedOptions options(Duration warmUp) {
    return new WireSpeedOptions(rounds, warmUp, Duration.ofSeconds(seconds), window);
  }
}
