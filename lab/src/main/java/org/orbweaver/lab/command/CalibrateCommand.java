package org.orbweaver.lab.command;

import org.orbweaver.shell.Output;
import org.orbweaver.sim.world.Calibration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab calibrate}: is the synthetic DHT a fair copy of Mainline? */
@Command(
    name = "calibrate",
    description = "Crawl the synthetic DHT breadth first: does it behave like Mainline?",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Expected live recall: 0.79 with 100,000 nodes, 0.667 with 1,000,000 and 0.541 with",
      "16,400,000, each within 0.02; there also 8.55 M captured with 27.06 M packets (Splider,",
      "table I).",
      "",
      "Examples:",
      "  orb lab calibrate --nodes 100000",
      "  orb lab calibrate --nodes 16400000 --json"
    })
final class CalibrateCommand implements Runnable {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "100000", description = "Size of the world.")
  private int nodes;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another world.")
  private long seed;

  @Option(
      names = "--table-share",
      defaultValue = "0.85",
      description = "The model's C: the share of its few neighbours that a node knows.")
  private double tableShare;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  CalibrateCommand() {}

  @Override
  public void run() {
    output.print(Calibration.run(nodes, seed, tableShare));
  }
}
