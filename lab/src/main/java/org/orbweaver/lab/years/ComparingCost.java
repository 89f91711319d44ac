package org.orbweaver.lab.years;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.orbweaver.overlay.lab.LabPeer;
import org.orbweaver.overlay.lab.LabSwarm;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** What it costs the product's peers to compare all they keep, once. */
public final class ComparingCost {
  private static final Duration PERIOD = Duration.ofMinutes(10);
  private static final int PAGES_EACH = 20;
  private static final int RESULT_BYTES = 600;

  /** Of rows that vanish before the second comparison, one in so many of one peer's. */
  private static final int ONE_IN = 100;

  /**
   * What was sent for one comparison, which by default is once a day.
   *
   * @param bytesPerPeer where nothing differs
   * @param bytesPerPeerDiffering where a peer has lost one row in a hundred: names of the ranges in
   *     which it lay, and the rows themselves
   * @param rowsLost then
   * @param rowsBack of these, after that comparison
   */
  public record Report(
      int peers,
      int entries,
      double bytesPerPeer,
      double bytesPerPeerDiffering,
      int rowsLost,
      int rowsBack) {}

  private final LabSwarm swarm;
  private final LinkGraph graph;
  private final int peers;

  ComparingCost(int peers, long seed) {
    this.peers = peers;
    this.graph = LinkGraph.zipf(PAGES_EACH * peers, 6, seed);
    OverlaySettings settings =
        OverlaySettings.DEFAULT
            .change()
            .virtualNodes(32)
            .slots(8)
            .reconcileNanos(PERIOD.toNanos())
            .auditNanos(0)
            .done();
    this.swarm =
        new LabSwarm(
            graph,
            settings,
            Duration.ofMillis(200),
            RESULT_BYTES,
            LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(50)),
            0,
            seed);
  }

  Report run() {
    swarm.begin(peers);
    swarm.runFor(Duration.ofSeconds(30));
    LabPeer first = swarm.peers().getFirst();
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    first.execute(() -> node(first).submit(swarm.clock().now(), List.of(seed), () -> {}));
    swarm.runFor(PERIOD.multipliedBy(2));
    long before = bytes();
    swarm.runFor(PERIOD);
    long still = bytes() - before;
    LabPeer forgetful = swarm.peers().get(1);
    List<Entry> all = forgetful.results().durable();
    List<Entry> gone = all.stream().filter(each -> all.indexOf(each) % ONE_IN == 0).toList();
    gone.forEach(each -> forgetful.results().rot(each.id(), null));
    before = bytes();
    swarm.runFor(PERIOD.plusMinutes(1));
    long differing = bytes() - before;
    int back = (int) gone.stream().filter(it -> forgetful.results().get(it.id()) != null).count();
    int entries =
        swarm.peers().stream()
            .mapToInt(peer -> peer.results().durable().size() + peer.disk().durable().size())
            .sum();
    return new Report(
        peers, entries, (double) still / peers, (double) differing / peers, gone.size(), back);
  }

  private static OverlayNode node(LabPeer peer) {
    return Objects.requireNonNull(peer.node());
  }

  /** All but what keeps the list of members true. */
  private long bytes() {
    return swarm.peers().stream()
        .mapToLong(peer -> node(peer).traffic().bytes() - node(peer).traffic().membershipBytes())
        .sum();
  }
}
