package org.orbweaver.lab.command;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orbweaver.app.Progress;
import org.orbweaver.lab.wirespeed.QueryKind;
import org.orbweaver.lab.wirespeed.ServerKind;
import org.orbweaver.lab.wirespeed.WireSpeed;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code orb lab wire}: our stack against the barest loop the machine allows. */
@Command(
    name = "wire",
    description = "Measure find_node pairs per second: our full stack against the barest loop.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Example:", "  orb lab wire --rounds 5 --json"})
final class WireCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private PairOptions pairs;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixin
  WireCommand() {}

  @Override
  public Integer call() throws IOException {
    try (Progress progress = output.progress()) {
      output.print(
          new WireSpeed(ServerKind.FULL_STACK, QueryKind.FIND_NODE, pairs.options(), progress)
              .run());
    }
    return 0;
  }
}
