package org.orbweaver.cli.census;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.DataDirectory;
import org.orbweaver.app.Progress;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.census.CensusTaking;
import org.orbweaver.app.census.SnapshotName;
import org.orbweaver.app.census.TakenSnapshot;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb census watch}: one snapshot after the other. */
@Command(
    name = "watch",
    description = "Keep taking snapshots until Ctrl-C, each named by the time it was begun.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "One that fails is said and the next is tried; one that takes longer than the interval is",
      "followed by the next at once.",
      "",
      "Examples:",
      "  orb census watch --every 5m --out snapshots --verify",
      "  orb census watch --every 3m --count 480 --out day"
    })
final class CensusWatchCommand implements Callable<Integer> {
  /** What was taken. */
  private record Watched(int taken, int failed, List<TakenSnapshot> snapshots) {}

  @Mixin private Output output;
  @Mixin private NetworkOptions network;
  @Mixin private CrawlChoices choices;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      defaultValue = "5m",
      converter = Durations.class,
      description =
          "From the start of one to the start of the next: 30s, 5m, 1d (${DEFAULT-VALUE}).")
  private Duration every = Duration.ofMinutes(5);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "The folder for all of them; " + DataDirectory.USUAL + "/snapshots by default.")
  private @Nullable Path folder;

  @Option(
      names = "--count",
      paramLabel = "NUMBER",
      defaultValue = "0",
      description = "How many; 0 for no end (${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--prefix",
      paramLabel = "BITS",
      defaultValue = "",
      description = "Only nodes whose ID begins so, such as 1001.")
  private String prefix = "";

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  CensusWatchCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Prefix part = Prefix.parse(prefix);
    List<Endpoint> bootstrap = network.bootstrapNodes();
    List<TakenSnapshot> taken = new ArrayList<>();
    int failed = 0;
    try (StopSignal stop = new StopSignal();
        Progress progress = output.progress()) {
      CensusTaking taking = choices.taking(network, output, progress, "", stop, null);
      long next = System.nanoTime();
      while (count == 0 || taken.size() + failed < count) {
        if (stop.awaitMillis(Math.max(0, (next - System.nanoTime()) / 1_000_000))) {
          break;
        }
        next += every.toNanos();
        try {
          taken.add(
              taking.take(
                  SnapshotName.timed(folder == null ? DataDirectory.snapshots() : folder),
                  choices.plan(part, network.ipv6()),
                  bootstrap));
          output.err().println("orb: " + taken.getLast().snapshot());
        } catch (IOException e) {
          failed++;
          output.err().println("orb: " + Sentence.of(e));
        }
        next = Math.max(next, System.nanoTime()); // those missed are not made up for
      }
    }
    output.print(new Watched(taken.size(), failed, taken));
    return taken.isEmpty() && failed > 0 ? 1 : 0;
  }
}
