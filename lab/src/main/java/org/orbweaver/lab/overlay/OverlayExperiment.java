package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.overlay.lab.LabPeer;
import org.orbweaver.overlay.lab.LabSwarm;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** A crawl by many peers without faults: is each task run once, evenly, and at what cost? */
public final class OverlayExperiment {
  /**
   * Whether each task was run once, how evenly, and at what cost.
   *
   * @param ranShare tasks run at least once; must be 1
   * @param reRunShare runs beyond the first, per task
   * @param imbalance the most loaded peer's tasks against the mean
   * @param messagesPerTask without the heart beat, which costs time, not tasks
   * @param linksThatLeave the share of links whose owner is another peer
   * @param linksPerBatch how many of them share a message
   * @param namesCopied names that full parts of hosts gave to those that follow, per task
   */
  public record Report(
      int peers,
      int tasks,
      String keys,
      long seed,
      double ranShare,
      double reRunShare,
      double imbalance,
      double messagesPerTask,
      double bytesPerTask,
      double heartBeatBytesPerPeerAndSecond,
      double linksPerTask,
      double linksThatLeave,
      double linksPerBatch,
      double linksSuppressed,
      double linksRedirected,
      double namesCopied,
      double virtualSeconds) {}

  private final OverlayOptions options;
  private final Progress progress;

  public OverlayExperiment(OverlayOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public Report run() {
    LinkGraph graph =
        options.web() == OverlayOptions.Web.BUNCHED
            ? LinkGraph.bunched(options.tasks(), options.links(), options.seed())
            : LinkGraph.zipf(options.tasks(), options.links(), options.seed());
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(options.virtualNodes())
            .copies(options.copies())
            .slots(4)
            .hostKeys(options.hostKeys())
            .smallestPart(options.web() == OverlayOptions.Web.BUNCHED ? options.links() : 6)
            .partShare(0.006)
            .remembers(1 << 12)
            .reconcileNanos(0) // a day's comparison has no place in minutes
            .done();
    LinkModel links = LinkModel.between(Duration.ofMillis(10), Duration.ofMillis(150));
    LabSwarm swarm = new LabSwarm(graph, settings, Duration.ofSeconds(1), links, 0, options.seed());
    swarm.begin(options.peers());
    swarm.runFor(Duration.ofSeconds(5));
    Traffic before = Traffic.of(swarm);
    long start = swarm.clock().now();
    crawl(swarm, graph);
    Traffic after = Traffic.of(swarm);
    return report(swarm, after.since(before), (swarm.clock().now() - start) / 1e9);
  }

  private void crawl(LabSwarm swarm, LinkGraph graph) {
    OverlayNode first = swarm.peers().getFirst().node();
    if (first == null) {
      throw new IllegalStateException("the first peer is gone");
    }
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    swarm
        .network()
        .execute(first, () -> first.submit(swarm.clock().now(), List.of(seed), () -> {}));
    boolean idle = false;
    while (!idle) {
      swarm.runFor(Duration.ofSeconds(2));
      progress.at((double) swarm.runs().size() / graph.pages(), "tasks run");
      idle = swarm.up().stream().allMatch(peer -> isIdle(peer.node()));
    }
  }

  private static boolean isIdle(@Nullable OverlayNode node) {
    return node == null || node.figures().isIdle();
  }

  private Report report(LabSwarm swarm, Traffic traffic, double seconds) {
    long runs = swarm.runs().values().stream().mapToLong(Integer::longValue).sum();
    double tasks = options.tasks();
    long most = 0;
    long sent = 0;
    long batches = 0;
    long kept = 0;
    long suppressed = 0;
    long redirected = 0;
    long moved = 0;
    for (LabPeer peer : swarm.up()) {
      OverlayNode node = peer.node();
      if (node != null) {
        NodeFigures figures = node.figures();
        most = Math.max(most, figures.started());
        sent += figures.linksSent();
        batches += figures.batchesSent();
        kept += figures.linksKept();
        suppressed += figures.linksSuppressed();
        redirected += figures.linksSentOn();
        moved += figures.namesCopied();
      }
    }
    return new Report(
        options.peers(),
        options.tasks(),
        options.hostKeys() ? "host" : "url",
        options.seed(),
        swarm.runs().size() / tasks,
        (runs - swarm.runs().size()) / tasks,
        most * options.peers() / (double) runs,
        traffic.messages() / tasks,
        traffic.bytes() / tasks,
        traffic.heartBeatBytes() / seconds / options.peers(),
        (sent + kept + suppressed) / tasks,
        (double) (sent - redirected) / (sent + kept + suppressed),
        (double) sent / Math.max(1, batches),
        suppressed / tasks,
        redirected / tasks,
        moved / tasks,
        seconds);
  }

  /** What all peers have sent. */
  private record Traffic(long messages, long bytes, long heartBeatBytes) {
    static Traffic of(LabSwarm swarm) {
      long messages = 0;
      long bytes = 0;
      long heart = 0;
      for (LabPeer peer : swarm.up()) {
        OverlayNode node = peer.node();
        if (node != null) {
          Rpc.Counters counters = node.traffic();
          messages += counters.sent() - counters.membershipSent();
          bytes += counters.bytes() - counters.membershipBytes();
          heart += counters.membershipBytes();
        }
      }
      return new Traffic(messages, bytes, heart);
    }

    Traffic since(Traffic before) {
      return new Traffic(
          messages - before.messages, bytes - before.bytes, heartBeatBytes - before.heartBeatBytes);
    }
  }
}
