package org.orbweaver.cli.trust;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code orb trust}: who lied, and how one knows. */
@Command(
    name = "trust",
    description = "Check evidence that a peer lied.",
    subcommands = {TrustVerifyCommand.class},
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Examples:", "  orb trust verify evidence.orbproof"})
public final class TrustCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli injects the specification
  TrustCommand() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
