package org.orbweaver.lab.command;

import org.orbweaver.app.Progress;
import org.orbweaver.lab.splider.Day;
import org.orbweaver.lab.splider.DayOptions;
import org.orbweaver.lab.splider.DayReport;
import org.orbweaver.lab.splider.SessionLaw;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab day}: what hundreds of snapshots tell of a day, beside the truth. */
@Command(
    name = "day",
    description = "Take snapshots for a virtual day; compare dip and sessions with the truth.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Splider, 481 snapshots in 24 hours: a dip to 0.60 of the peak, mean session 2.9 hours,"
          + " under",
      "30 %% of sessions longer than two hours, 5 %% reaching a day.",
      "",
      "Examples:",
      "  orb lab day --nodes 5000",
      "  orb lab day --nodes 20000 --json",
      "  orb lab day --sessions weibull"
    })
final class DayCommand implements Runnable {
  @Mixin private Output output;

  @Option(
      names = "--nodes",
      defaultValue = "10000",
      description = "How many nodes come and go; at most 0.4 of them are there at a time.")
  private int nodes;

  @Option(names = "--hours", defaultValue = "24", description = "How long to take snapshots.")
  private double hours;

  @Option(names = "--every", defaultValue = "3", description = "Minutes between two snapshots.")
  private double minutes;

  @Option(names = "--loss", defaultValue = "0.02", description = "Share of packets lost, each way.")
  private double loss;

  @Option(
      names = "--sessions",
      defaultValue = "pareto",
      description = "How long nodes stay: ${COMPLETION-CANDIDATES}.")
  private SessionLaw sessions;

  @Option(names = "--seed", defaultValue = "1", description = "The world's seed.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  DayCommand() {}

  @Override
  public void run() {
    DayReport report;
    try (Progress progress = output.progress()) {
      report = new Day(new DayOptions(nodes, hours, minutes, loss, sessions, seed), progress).run();
    }
    output.print(report);
  }
}
