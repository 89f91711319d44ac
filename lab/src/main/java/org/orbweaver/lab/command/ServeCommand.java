package org.orbweaver.lab.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.wirespeed.ServingSpeed;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code orb lab serve}: the whole node against the barest loop the machine allows. */
@Command(
    name = "serve",
    description = "Measure queries per second that the whole node serves on one core.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab serve --rounds 5 --json"})
final class ServeCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private PairOptions pairs;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  ServeCommand() {}

  @Override
  public Integer call() throws IOException {
    try (Progress progress = output.progress()) {
      output.print(new ServingSpeed(pairs.options(), progress).run());
    }
    return 0;
  }
}
