package org.orbweaver.cli.dht;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.NodeMetrics;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb dht run}: a node that takes part until it is stopped. */
@Command(
    name = "run",
    description = "Run a Mainline node until Ctrl-C; IDs and contacts survive a restart.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Examples:",
      "  orb dht run",
      "  orb dht run --listen 192.0.2.1:6881,192.0.2.2:6881 --report 60 --metrics node.json"
    })
final class DhtRunCommand implements Callable<Integer> {
  /** Killed without warning, a node loses what it learnt in so long. */
  private static final Duration SAVE_EVERY = Duration.ofMinutes(5);

  @Mixin private Output output;
  @Mixin private DhtOptions options;

  @Option(
      names = "--report",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How often to tell how it goes (${DEFAULT-VALUE}).")
  private int reportSeconds;

  @Option(
      names = "--metrics",
      paramLabel = "FILE",
      description = "Keep all counters there as JSON, written anew at each report.")
  private @Nullable Path metricsFile;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  DhtRunCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (StopSignal stop = new StopSignal()) {
      NodeMetrics last;
      try (RunningNode node = options.startToServe()) {
        output.err().println("orb: listening on " + node.homes() + "; Ctrl-C stops");
        runUntil(stop, node);
        last = node.look(MainlineNode::metrics);
        keep(last);
      }
      output.print(last);
    }
    return 0;
  }

  private void runUntil(StopSignal stop, RunningNode node)
      throws IOException, InterruptedException {
    long savedAt = System.nanoTime();
    while (!stop.await(reportSeconds)) {
      NodeMetrics metrics = node.look(MainlineNode::metrics);
      output.err().println(line(metrics));
      keep(metrics);
      if (System.nanoTime() - savedAt > SAVE_EVERY.toNanos()) {
        node.save();
        savedAt = System.nanoTime();
      }
    }
  }

  /** Whole at any moment, for whoever collects it. */
  private void keep(NodeMetrics metrics) throws IOException {
    if (metricsFile != null) {
      Path fresh = metricsFile.resolveSibling(metricsFile.getFileName() + ".new");
      Files.writeString(fresh, JsonMapper.shared().writeValueAsString(metrics));
      Files.move(fresh, metricsFile, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  private static String line(NodeMetrics metrics) {
    return String.format(
        Locale.ROOT,
        "%,d nodes known, %,d queries answered, %,d sent, %,d replies, %,d peers of %,d torrents",
        metrics.sizes().ipv4Contacts() + metrics.sizes().ipv6Contacts(),
        metrics.queriesAnswered(),
        metrics.queriesSent(),
        metrics.repliesReceived(),
        metrics.sizes().peers(),
        metrics.sizes().infohashes());
  }
}
