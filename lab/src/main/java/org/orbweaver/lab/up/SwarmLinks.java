package org.orbweaver.lab.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.lab.webspeed.StaticServer;
import org.orbweaver.overlay.rpc.LinkTraffic;
import org.orbweaver.overlay.task.Task;

/**
 * What links cost on a running swarm (Herodotus §4.4): real processes crawl documents on this disk,
 * a host for each folder, and say themselves what they sent for it.
 */
public final class SwarmLinks {
  private static final String SITES = "127.90.0.";
  private static final String PEERS = "127.90.1";
  private static final int PORT = 18_590;
  private static final long LOOK_SECONDS = 5;

  /**
   * What it came to.
   *
   * @param tasks that were ended: visited, or left because the crawl's budget was spent
   * @param fetched of these, by the crawl's own count
   * @param links sent to their owners, and
   * @param copies of links sent to further holders
   * @param kept links whose owner was the peer that found them
   * @param suppressed links that were not sent because their owner knew them
   * @param linksToOwnerPerMessage of those to owners alone, and
   * @param copiesPerMessage of those to further holders
   * @param contentBytes to headerBytes: what a link and copy consists of, in bytes
   */
  public record Report(
      int peers,
      int hosts,
      long tasks,
      long fetched,
      double seconds,
      boolean finished,
      long links,
      long copies,
      long kept,
      long suppressed,
      long messages,
      double linksPerMessage,
      double linksToOwnerPerMessage,
      double copiesPerMessage,
      double contentBytes,
      double answerBytes,
      double sealBytes,
      double headerBytes,
      double bytesPerLinkAndCopy) {}

  private final int peers;
  private final long pages;
  private final Duration longest;
  private final String heap;

  /**
   * @param pages of the whole crawl
   */
  public SwarmLinks(int peers, long pages, Duration longest, String heap) {
    this.peers = peers;
    this.pages = pages;
    this.longest = longest;
    this.heap = heap;
  }

  /**
   * @param documents a folder for each host
   */
  public Report run(Path documents, Path folder, Progress progress)
      throws IOException, InterruptedException {
    List<Path> hosts;
    try (Stream<Path> found = Files.list(documents)) {
      hosts = found.filter(Files::isDirectory).sorted().toList();
    }
    Path root = Files.createDirectories(folder.resolve("sites"));
    List<String> seeds = new ArrayList<>();
    for (int i = 1; i <= hosts.size(); i++) {
      Files.createSymbolicLink(root.resolve(SITES + i), hosts.get(i - 1).toAbsolutePath());
      seeds.add("http://%s%d:%d/".formatted(SITES, i, PORT));
    }
    List<String> options =
        List.of(
            "--delay=1ms",
            "--ip-delay=1ms",
            "--allow=127.0.0.0/8",
            "--trust=off",
            "--console=-1",
            "--leave-within=0");
    try (StaticServer _ = StaticServer.listing(root, folder, PORT);
        UpSwarm swarm = UpSwarm.start(folder, PEERS, peers, heap, options)) {
      PeerOrders.ask(
          swarm.data(),
          new PeerOrder.Seed(
              seeds,
              Task.DEEPEST,
              0,
              Map.of("reach", "HOST", "no-requisites", "yes", "pages", Long.toString(pages))));
      long began = System.nanoTime();
      boolean finished = false;
      while (!finished && System.nanoTime() - began < longest.toNanos()) {
        finished = swarm.await(Duration.ofSeconds(LOOK_SECONDS), it -> it.figures().isIdle());
        List<PeerStatus> now = swarm.living();
        progress.at(
            (double) (System.nanoTime() - began) / longest.toNanos(),
            "%,d pages".formatted(sum(now, it -> it.figures().processed())));
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      return report(swarm.living(), hosts.size(), seconds, finished);
    }
  }

  private Report report(List<PeerStatus> all, int hosts, double seconds, boolean finished) {
    List<LinkTraffic.Figures> costs = all.stream().map(PeerStatus::links).toList();
    long links = costs.stream().mapToLong(LinkTraffic.Figures::links).sum();
    long copies = costs.stream().mapToLong(LinkTraffic.Figures::copies).sum();
    long messages = costs.stream().mapToLong(LinkTraffic.Figures::messages).sum();
    long batches = sum(all, it -> it.figures().batchesSent());
    double each = Math.max(1, links + copies);
    double content = costs.stream().mapToLong(LinkTraffic.Figures::contentBytes).sum() / each;
    double answers = costs.stream().mapToLong(LinkTraffic.Figures::answerBytes).sum() / each;
    double seals = costs.stream().mapToLong(LinkTraffic.Figures::sealBytes).sum() / each;
    double headers = costs.stream().mapToLong(LinkTraffic.Figures::headerBytes).sum() / each;
    return new Report(
        peers,
        hosts,
        sum(all, it -> it.figures().processed()),
        all.stream()
            .flatMap(it -> it.crawls().stream())
            .mapToLong(PeerStatus.Crawl::fetched)
            .max()
            .orElse(0),
        seconds,
        finished,
        links,
        copies,
        sum(all, it -> it.figures().linksKept()),
        sum(all, it -> it.figures().linksSuppressed()),
        messages,
        each / Math.max(1, messages),
        (double) links / Math.max(1, batches),
        (double) copies / Math.max(1, messages - batches),
        content,
        answers,
        seals,
        headers,
        content + answers + seals + headers);
  }

  private static long sum(List<PeerStatus> all, ToLongFunction<PeerStatus> figure) {
    return all.stream().mapToLong(figure).sum();
  }
}
