package org.orbweaver.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.demo.Demo;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PortNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb demo}: everything at once, offline. */
@Command(
    name = "demo",
    description = {
      "See everything at work in a minute, offline.",
      "A DHT is counted and indexed, six peers archive a small web that changes, one of them dies,",
      "one cheats. The console shows it all."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Examples:", "  orb demo", "  orb demo --for 90s", "  orb demo --json"})
final class DemoCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--nodes", defaultValue = "20000", description = "Size of the made-up DHT.")
  private int nodes;

  @Option(
      names = "--console",
      paramLabel = "PORT",
      converter = PortNumber.class,
      description = "Port of the console; 8470, or any if that is taken, by default.")
  private @Nullable Integer port;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "End after that time. Until Ctrl-C by default; with --json, when all was seen.")
  private @Nullable Duration lasts;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep all data there; by default nothing is left behind.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  DemoCommand() {}

  private final class Screen implements Demo.Narrator {
    private final PrintWriter to = output.json() ? output.err() : output.out();

    @Override
    public void say(double seconds, String line) {
      to.printf(Locale.ROOT, "%4.0f s  %s%n", seconds, line);
      to.flush();
    }

    @Override
    public void tries(String console, List<String> things) {
      to.printf(
          "%nAll of it is at %s. Five things to try, there or in another terminal:%n", console);
      things.forEach(
          each -> to.println(each.startsWith(" ") ? "      " + each.strip() : "  - " + each));
      to.println("Ctrl-C ends it and leaves nothing behind.");
      to.flush();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    boolean untilShown = output.json() && lasts == null;
    var report =
        new Demo(new Demo.Wishes(nodes, port, lasts, keep, untilShown), new Screen()).run();
    if (output.json()) {
      output.print(report);
    }
    return 0;
  }
}
