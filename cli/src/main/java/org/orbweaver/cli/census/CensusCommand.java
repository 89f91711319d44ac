package org.orbweaver.cli.census;

import org.orbweaver.shell.Branches;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code orb census}: snapshots of a whole DHT, and what they tell. */
@Command(
    name = "census",
    description = "Snapshots of a whole DHT, and what they tell.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  orb census take",
      "  orb census report snapshots/ -o report.html",
      "  orb census sql \"select count(*) from nodes\" snapshots/"
    })
@Branches({
  CensusTakeCommand.class,
  CensusWatchCommand.class,
  CensusMergeCommand.class,
  CensusBucketsCommand.class,
  CensusReportCommand.class,
  CensusSqlCommand.class,
  CensusExportCommand.class
})
public final class CensusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  CensusCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
