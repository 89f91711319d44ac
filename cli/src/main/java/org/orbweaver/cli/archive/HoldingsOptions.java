package org.orbweaver.cli.archive;

import java.nio.file.Path;
import org.orbweaver.app.archive.Holdings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which data directory. */
final class HoldingsOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--data",
      defaultValue = "orbweaver-data",
      description = "Directory that holds all collections.")
  private Path data;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  HoldingsOptions() {}

  Holdings holdings() {
    return new Holdings(data, text -> spec.commandLine().getErr().println("orb: " + text));
  }
}
