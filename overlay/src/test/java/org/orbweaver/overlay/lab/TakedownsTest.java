package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;

/** What a crawl's owner takes down, in a swarm of sealed peers; and what others try. */
class TakedownsTest {
  private static final List<String> LINES = List.of("block https://example.org/me I was asked to");

  private final SealedSwarm swarm =
      new SealedSwarm(LinkGraph.zipf(10, 1, 1), SealedSwarm.settings(32), 13);
  private final PeerKeys owner = PeerKeys.draw(SealedSwarm.seeded(99));
  private final PeerKeys foe = PeerKeys.draw(SealedSwarm.seeded(98));
  private final CrawlRecord record = record(owner);
  private final Takedowns takedowns = Takedowns.of(record, null, LINES, owner);

  private static CrawlRecord record(PeerKeys keys) {
    return CrawlRecord.of(
        new CrawlPlan(
            1, 3, CrawlPlan.FOR_EVER, List.of("https://example.org/"), Map.of("reach", "HOST")),
        keys);
  }

  private void store(int by, Entry entry) {
    SealedSwarm.Member at = swarm.members().get(by);
    swarm.network().execute(at.handler(), () -> at.node().store(swarm.now(), entry, () -> {}));
    swarm.runFor(Duration.ofSeconds(10));
  }

  private @Nullable Takedowns found(SealedSwarm.Member by) {
    List<@Nullable Entry> found = new ArrayList<>();
    swarm
        .network()
        .execute(
            by.handler(),
            () -> by.node().find(swarm.now(), Takedowns.id(record.number()), found::add));
    swarm.runFor(Duration.ofSeconds(10));
    Entry entry = found.getFirst();
    return entry == null ? null : Takedowns.read(entry);
  }

  @Test
  void whatTheOwnerTakesDownANewcomerLearnsAndThatItWasLifted() {
    swarm.start(6);
    store(2, takedowns.entry());
    SealedSwarm.Member newcomer = swarm.add();
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(found(newcomer)).isNotNull().extracting(Takedowns::lines).isEqualTo(LINES);

    store(4, Takedowns.of(record, takedowns, List.of(), owner).entry());
    assertThat(found(newcomer)).isNotNull().extracting(Takedowns::lines).isEqualTo(List.of());
  }

  @Test
  void nobodyElseTakesAnythingDown() {
    assertThatThrownBy(() -> Takedowns.of(record, null, LINES, foe))
        .hasMessageContaining("was begun by another peer");
    swarm.start(5);
    store(0, takedowns.entry());
    Entry real = takedowns.entry();
    // The foe's own crawl of the same plan is another crawl; under the owner's name it is no entry.
    Entry own = Takedowns.of(record(foe), null, LINES, foe).entry();
    assertThat(own.id()).isNotEqualTo(real.id());
    assertThat(Takedowns.isSound(new Entry(real.id(), 2, own.body()))).isFalse();
    byte[] signedByFoe = real.body().clone();
    System.arraycopy(own.body(), 33, signedByFoe, 33, 64);
    byte[] otherWords = real.body().clone();
    otherWords[otherWords.length - 1]++;
    for (Entry forged :
        List.of(
            new Entry(real.id(), 2, real.body()),
            new Entry(real.id(), 3, signedByFoe),
            new Entry(real.id(), 4, otherWords))) {
      assertThat(Takedowns.read(forged)).isNull();
      store(3, forged);
      assertThat(swarm.members())
          .filteredOn(each -> !each.address().equals(SealedSwarm.address(4)))
          .noneMatch(each -> each.disk().durable().contains(forged));
    }
    assertThat(found(swarm.members().get(1))).isNotNull();
  }
}
