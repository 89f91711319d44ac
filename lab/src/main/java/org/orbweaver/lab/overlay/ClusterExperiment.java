package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.lab.LabPeer;
import org.orbweaver.overlay.lab.LabSwarm;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/**
 * The paper's cluster (§3.2, figures 6 to 8): a crawl from one seed, to which a peer is added every
 * minute, sampled every 20 seconds. The paper stops at 6 peers.
 */
public final class ClusterExperiment {
  private static final Duration SAMPLE = Duration.ofSeconds(20);
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final Duration PER_PEER = Duration.ofMinutes(1);

  /** Steps in a sample. */
  private static final int WINDOW = 4;

  private static final double FAIR = 0.9;

  /**
   * What was seen with a number of peers, in the last 20 seconds before the next came.
   *
   * @param processed tasks a second
   * @param generated links a second
   * @param messagesPerPeer a second: what a peer's load is here, for the lab has no processors
   */
  public record Sample(
      int peers, double processed, double generated, double messagesPerPeer, double bytesPerPeer) {}

  /**
   * How the swarm's speed followed its size.
   *
   * @param slope tasks a second that each peer adds
   * @param fit of the straight line, R²
   * @param slowestNewcomerSeconds until it did 0.9 of what the others did in the mean over 20 s
   */
  public record Report(
      int peers,
      double slope,
      double fit,
      double newcomersFairWithinAMinute,
      double meanNewcomerSeconds,
      double slowestNewcomerSeconds,
      List<Sample> samples) {}

  private final int peers;
  private final Progress progress;
  private final LabSwarm swarm;
  private final LinkGraph graph;
  private final List<Sample> samples = new ArrayList<>();
  private final List<Double> newcomerSeconds = new ArrayList<>();

  public ClusterExperiment(int peers, long seed, Progress progress) {
    this.peers = peers;
    this.progress = progress;
    this.graph = LinkGraph.zipf(40_000 + 400 * peers * peers / 4, 10, seed);
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(128)
            .slots(2)
            .smallestPart(16)
            .remembers(1 << 14)
            .done();
    this.swarm = new LabSwarm(graph, settings, Duration.ofSeconds(4), Cities.links(), 0, seed);
  }

  public Report run() {
    LabPeer first = swarm.add();
    first.start(List.of());
    OverlayNode node = first.node();
    if (node != null) {
      Task task = Task.of(CrawlId.numbered(1), graph.url(0));
      swarm
          .network()
          .execute(node, () -> node.submit(swarm.clock().now(), List.of(task), () -> {}));
    }
    swarm.runFor(PER_PEER); // the queue fills
    Totals before = Totals.of(swarm);
    swarm.runFor(SAMPLE);
    samples.add(Totals.of(swarm).since(before, 1, SAMPLE));
    while (swarm.peers().size() < peers) {
      progress.at((double) swarm.peers().size() / peers, swarm.peers().size() + " peers");
      addPeer();
    }
    return report();
  }

  private void addPeer() {
    LabPeer newcomer = swarm.add();
    List<Endpoint> gates = swarm.up().stream().limit(3).map(LabPeer::address).toList();
    newcomer.start(gates);
    long start = swarm.clock().now();
    List<Map<LabPeer, Long>> history = new ArrayList<>(List.of(processed()));
    Totals before = Totals.of(swarm);
    double fairAfter = Double.POSITIVE_INFINITY;
    int steps = (int) (PER_PEER.toNanos() / STEP.toNanos());
    for (int step = 0; step < steps; step++) {
      if (step == steps - WINDOW) {
        before = Totals.of(swarm);
      }
      swarm.runFor(STEP);
      history.add(processed());
      fairAfter = Math.min(fairAfter, fairness(history, newcomer, start));
    }
    samples.add(Totals.of(swarm).since(before, swarm.up().size(), SAMPLE));
    newcomerSeconds.add(fairAfter);
  }

  /** The seconds since it came, if it does its share by now; otherwise infinite. */
  private double fairness(List<Map<LabPeer, Long>> history, LabPeer newcomer, long start) {
    if (history.size() <= WINDOW) {
      return Double.POSITIVE_INFINITY;
    }
    Map<LabPeer, Long> now = history.getLast();
    Map<LabPeer, Long> then = history.get(history.size() - 1 - WINDOW);
    double others = 0;
    for (Map.Entry<LabPeer, Long> each : now.entrySet()) {
      if (each.getKey() != newcomer) {
        others += each.getValue() - then.getOrDefault(each.getKey(), 0L);
      }
    }
    double mean = others / Math.max(1, now.size() - 1);
    double its = now.getOrDefault(newcomer, 0L) - then.getOrDefault(newcomer, 0L);
    return its >= FAIR * mean ? (swarm.clock().now() - start) / 1e9 : Double.POSITIVE_INFINITY;
  }

  private Map<LabPeer, Long> processed() {
    Map<LabPeer, Long> counts = new HashMap<>();
    for (LabPeer peer : swarm.up()) {
      OverlayNode node = peer.node();
      if (node != null) {
        counts.put(peer, node.figures().processed());
      }
    }
    return counts;
  }

  private Report report() {
    double n = samples.size();
    double meanX = samples.stream().mapToDouble(Sample::peers).average().orElse(0);
    double meanY = samples.stream().mapToDouble(Sample::processed).average().orElse(0);
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (Sample sample : samples) {
      double x = sample.peers() - meanX;
      double y = sample.processed() - meanY;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    return new Report(
        peers,
        xy / xx,
        n < 3 ? 1 : xy * xy / (xx * yy),
        newcomerSeconds.stream().filter(s -> s <= 60).count() / (double) newcomerSeconds.size(),
        newcomerSeconds.stream().mapToDouble(Double::doubleValue).average().orElse(0),
        newcomerSeconds.stream().mapToDouble(Double::doubleValue).max().orElse(0),
        samples);
  }

  /** What all peers have done together. */
  private record Totals(long processed, long generated, long messages, long bytes) {
    static Totals of(LabSwarm swarm) {
      long processed = 0;
      long generated = 0;
      long messages = 0;
      long bytes = 0;
      for (LabPeer peer : swarm.up()) {
        OverlayNode node = peer.node();
        if (node != null) {
          NodeFigures figures = node.figures();
          processed += figures.processed();
          generated +=
              figures.linksSent()
                  + figures.linksKept()
                  + figures.linksSuppressed()
                  - figures.linksSentOn();
          Rpc.Counters traffic = node.traffic();
          messages += traffic.sent();
          bytes += traffic.bytes();
        }
      }
      return new Totals(processed, generated, messages, bytes);
    }

    Sample since(Totals before, int peers, Duration time) {
      double seconds = time.toNanos() / 1e9;
      return new Sample(
          peers,
          (processed - before.processed) / seconds,
          (generated - before.generated) / seconds,
          (messages - before.messages) / seconds / peers,
          (bytes - before.bytes) / seconds / peers);
    }
  }
}
