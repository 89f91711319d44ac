package org.orbweaver.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code orb demo}: what the project can do so far, offline, on loopback and in virtual time. */
@Command(
    name = "demo",
    description = "See what Orbweaver can do, offline, in about a minute.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  orb demo"})
final class DemoCommand implements Callable<Integer> {
  @Mixin private Output output;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  DemoCommand() {}

  @Override
  public Integer call() {
    output.out().println("nothing yet");
    return 0;
  }
}
