package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.net.LinkModel;

/** A peer whose disk has failed is in nobody's way. */
class BrokenDiskTest {
  private final LinkGraph graph = LinkGraph.zipf(600, 6, 11);
  private final LabSwarm swarm =
      new LabSwarm(
          graph,
          OverlaySettings.DEFAULT.change().virtualNodes(32).slots(2).done(),
          Duration.ofSeconds(2),
          LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(50)),
          0,
          11);

  /**
   * It stands down and offers what it holds, among it tasks that others have done meanwhile. They
   * owed it their better versions, which it could never take, and what is owed is not settled.
   */
  @Test
  void whatItOffersIsSettledWithoutIt() {
    swarm.begin(8);
    swarm.runFor(Duration.ofSeconds(30));
    LabPeer first = swarm.peers().getFirst();
    Task seed = Task.of(CrawlId.numbered(1), graph.url(0));
    first.execute(
        () ->
            Objects.requireNonNull(first.node())
                .submit(swarm.clock().now(), List.of(seed), () -> {}));
    swarm.runFor(Duration.ofSeconds(40));
    LabPeer broken = swarm.peers().get(3);
    swarm
        .network()
        .partition((from, to) -> from.equals(broken.address()) == to.equals(broken.address()));
    swarm.runFor(Duration.ofMinutes(2));
    broken.breakDisk();
    swarm.network().partition((from, to) -> true);
    swarm.runFor(Duration.ofMinutes(15));
    for (LabPeer peer : swarm.up()) {
      if (!peer.equals(broken)) {
        assertThat(Objects.requireNonNull(peer.node()).figures().isIdle())
            .as("%s", peer.address())
            .isTrue();
      }
    }
  }
}
