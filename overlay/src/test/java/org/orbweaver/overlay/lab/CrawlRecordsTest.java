package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.identity.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;

/** A crawl's record in a swarm of sealed peers. */
class CrawlRecordsTest {
  private final SealedSwarm swarm =
      new SealedSwarm(LinkGraph.zipf(10, 1, 1), SealedSwarm.settings(32), 12);
  private final PeerKeys keys = PeerKeys.draw(SealedSwarm.seeded(99));
  private final CrawlRecord record =
      CrawlRecord.of(
          new CrawlPlan(
              1, 3, CrawlPlan.FOR_EVER, List.of("https://example.org/"), Map.of("reach", "HOST")),
          keys);

  private void store(SealedSwarm.Member at, Entry entry) {
    List<String> acknowledged = new ArrayList<>();
    swarm
        .network()
        .execute(
            at.handler(), () -> at.node().store(swarm.now(), entry, () -> acknowledged.add("yes")));
    swarm.runFor(Duration.ofSeconds(10));
    assertThat(acknowledged).as("on r disks").containsExactly("yes");
  }

  private @Nullable Entry found(SealedSwarm.Member by) {
    List<@Nullable Entry> found = new ArrayList<>();
    swarm
        .network()
        .execute(
            by.handler(),
            () -> by.node().find(swarm.now(), CrawlRecord.id(record.number()), found::add));
    swarm.runFor(Duration.ofSeconds(10));
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void aNewcomerLearnsACrawlFromTheSwarmAndThatItWasStopped() {
    swarm.start(8);
    store(swarm.members().get(4), record.entry());
    assertThat(
            swarm.members().stream().filter(each -> each.disk().durable().contains(record.entry())))
        .hasSizeGreaterThanOrEqualTo(3);
    SealedSwarm.Member newcomer = swarm.add();
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(found(newcomer)).isEqualTo(record.entry());

    store(swarm.members().get(2), record.stopped(keys).entry());
    Entry now = found(newcomer);
    assertThat(now).isEqualTo(record.stopped(keys).entry());
  }

  @Test
  void nobodyKeepsACrawlThatItsMakerDidNotSign() {
    swarm.start(5);
    store(swarm.members().getFirst(), record.entry());
    Entry forged = new Entry(record.entry().id(), 1, record.entry().body());
    SealedSwarm.Member foe = swarm.members().get(3);
    swarm.network().execute(foe.handler(), () -> foe.node().store(swarm.now(), forged, () -> {}));
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(swarm.members())
        .filteredOn(each -> !each.address().equals(foe.address()))
        .noneMatch(each -> each.disk().durable().contains(forged));
  }
}
