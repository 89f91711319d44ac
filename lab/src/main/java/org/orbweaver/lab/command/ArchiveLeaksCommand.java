package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.archive.LeakExperiment;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab archive-leaks}: can an archived page reach out? */
@Command(
    name = "archive-leaks",
    description = "Let pages try to reach out, live and archived, in a namespace full of sinks.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs root (for the network namespace), util-linux, iproute2 and Chromium.",
      "",
      "Examples:",
      "  orb lab archive-leaks --json"
    })
final class ArchiveLeaksCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--settle", defaultValue = "700", description = "Milliseconds a page has.")
  private long settle;

  @Option(names = "--inside", hidden = true, description = "The namespace is there already.")
  private boolean inside;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ArchiveLeaksCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (TemporaryFolder folder = new TemporaryFolder("orb-leaks-")) {
      Path scratch = folder.path();
      if (!inside) {
        return again(scratch);
      }
      LeakExperiment.Report report = new LeakExperiment(scratch, settle).run();
      output.print(report);
      return report.archivedReached() == 0 && report.deafLive().isEmpty() ? 0 : 1;
    }
  }

  /** This very command, in a namespace whose only network is its own loopback. */
  private int again(Path scratch) throws IOException, InterruptedException {
    Path names = scratch.resolve("resolv.conf");
    Files.writeString(names, "nameserver 127.0.0.1\n");
    String script =
        "ip link set lo up"
            // WebRTC only looks for ways out where there seems to be a network.
            + " && ip link add d0 type veth peer name d1 && ip addr add 10.9.9.1/24 dev d0"
            + " && ip link set d0 up && ip link set d1 up && ip route add default dev d0 && mount --bind "
            + names
            + " /etc/resolv.conf && exec \"$@\"";
    List<String> command =
        new java.util.ArrayList<>(List.of("unshare", "-n", "-m", "sh", "-c", script, "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.orbweaver.cli.Main", "lab", "archive-leaks", "--inside"));
    command.addAll(List.of("--settle", String.valueOf(settle)));
    if (output.json()) {
      command.add("--json");
    }
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }
}
