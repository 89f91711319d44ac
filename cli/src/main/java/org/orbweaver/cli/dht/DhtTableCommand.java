package org.orbweaver.cli.dht;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.orbweaver.app.dht.RunningNode;
import org.orbweaver.kademlia.BucketView;
import org.orbweaver.mainline.Family;
import org.orbweaver.shell.DhtOptions;
import org.orbweaver.shell.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb dht table}: the routing table as the indexer paper's figure 3 draws it. */
@Command(
    name = "table",
    description = "Join the DHT for a while and draw the routing table that this gives.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A line is a bucket: the bits its nodes share, its entries (█ live, ▒ failing, · free), how",
      "many wait to replace them, and a ● where one of our own IDs lies.",
      "",
      "Example:",
      "  orb dht table --seconds 30"
    })
final class DhtTableCommand implements Callable<Integer> {
  private static final int BUCKET_SIZE = 8;
  private static final int WIDEST_PREFIX = 40;

  private record Bucket(String prefix, boolean home, int live, int failing, int replacements) {
    static Bucket of(BucketView view) {
      int failing = (int) view.entries().stream().filter(entry -> entry.failures() > 0).count();
      return new Bucket(
          view.prefix().toString(),
          view.home(),
          view.entries().size() - failing,
          failing,
          view.replacements().size());
    }
  }

  private record Report(List<String> homes, int entries, List<Bucket> buckets) {}

  @Mixin private Output output;
  @Mixin private DhtOptions options;

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "How long to gather contacts (${DEFAULT-VALUE}).")
  private int seconds;

  @Option(names = "--ipv6", description = "Draw the IPv6 table.")
  private boolean ipv6;

  @SuppressWarnings("NullAway.Init") // picocli injects the mixins
  DhtTableCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (RunningNode node = options.joinToAsk()) {
      Thread.sleep(seconds * 1_000L);
      Family family = ipv6 ? Family.IPV6 : Family.IPV4;
      Report report =
          node.look(
              it ->
                  new Report(
                      it.homes().stream().map(Object::toString).toList(),
                      it.table(family).size(),
                      it.table(family).buckets().stream().map(Bucket::of).toList()));
      if (output.json()) {
        output.print(report);
      } else {
        draw(report, output.out());
      }
      return 0;
    }
  }

  private static void draw(Report report, PrintWriter out) {
    int width =
        Math.min(
            WIDEST_PREFIX,
            report.buckets().stream().mapToInt(bucket -> bucket.prefix().length()).max().orElse(0));
    for (Bucket bucket : report.buckets()) {
      String shown = bucket.prefix();
      if (shown.length() > width) {
        shown = "…" + shown.substring(shown.length() - width + 1);
      }
      out.printf(
          "%-" + Math.max(width, 1) + "s  %s%s%s%s%s%n",
          shown,
          "█".repeat(bucket.live()),
          "▒".repeat(bucket.failing()),
          "·".repeat(Math.max(0, BUCKET_SIZE - bucket.live() - bucket.failing())),
          bucket.replacements() > 0 ? " +" + bucket.replacements() : "",
          bucket.home() ? " ●" : "");
    }
    out.printf("%d nodes in %d buckets%n", report.entries(), report.buckets().size());
    out.flush();
  }
}
