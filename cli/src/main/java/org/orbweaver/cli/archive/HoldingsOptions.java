package org.orbweaver.cli.archive;

import org.orbweaver.app.archive.Holdings;
import org.orbweaver.shell.DataOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Which data directory. */
final class HoldingsOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private DataOption data;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  HoldingsOptions() {}

  Holdings holdings() {
    return new Holdings(
        data.directory(), text -> spec.commandLine().getErr().println("orb: " + text));
  }
}
