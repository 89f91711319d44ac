package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.identity.SignedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * What one who has only shaken hands could do with a few messages, before entries had kinds and
 * claims had witnesses. The numbers are those of docs/security.md.
 */
class VisitorAttacksTest {
  private static final Authorship BY = Authorship.unsigned(1, Endpoint.parse("10.0.0.66:7000"));

  private static final int PEERS = 6;
  private static final long DAY = Duration.ofDays(1).toNanos();

  private final LinkGraph graph = LinkGraph.zipf(600, 6, 3);
  private final SealedSwarm swarm = new SealedSwarm(graph, SealedSwarm.settings(16), 3);
  private final PeerKeys keys = PeerKeys.draw(SealedSwarm.seeded(99));

  @BeforeEach
  void start() {
    swarm.start(PEERS);
  }

  private LabFoe visitor() {
    LabFoe foe = new LabFoe(swarm, 666);
    foe.askAll(new RpcMessage.FindNode(Key.ZERO)); // shakes hands
    swarm.runFor(Duration.ofSeconds(5));
    return foe;
  }

  private void assertEverythingIsCrawled() {
    swarm.crawl();
    swarm.runFor(Duration.ofSeconds(90));
    assertThat(swarm.missing()).isEmpty();
    assertThat(swarm.runs().keySet()).containsAll(graph.reachable());
    assertThat(swarm.members())
        .allMatch(
            member -> member.node().members().view().peers().size() == swarm.members().size());
  }

  private CrawlRecord storedCrawl() {
    CrawlRecord record =
        CrawlRecord.of(
            new CrawlPlan(1, 3, CrawlPlan.FOR_EVER, List.of("https://example.org/"), Map.of()),
            keys);
    SealedSwarm.Member at = swarm.members().get(2);
    swarm
        .network()
        .execute(at.handler(), () -> at.node().store(swarm.now(), record.entry(), () -> {}));
    swarm.runFor(Duration.ofSeconds(5));
    return record;
  }

  private @Nullable Entry found(SealedSwarm.Member by, CrawlRecord record) {
    List<@Nullable Entry> found = new ArrayList<>();
    swarm
        .network()
        .execute(by.handler(), () -> by.node().find(swarm.now(), record.entry().id(), found::add));
    swarm.runFor(Duration.ofSeconds(5));
    return found.getFirst();
  }

  /** O1. */
  @Test
  void junkOfAHigherRankErasesNoCrawlAndNoTask() {
    CrawlRecord record = storedCrawl();
    LabFoe foe = visitor();
    byte[] junk = {99, 1, 2, 3};
    List<Entry> forged = new ArrayList<>();
    forged.add(new Entry(record.entry().id(), 2, junk));
    for (String url : graph.reachable().subList(0, 50)) {
      for (int level = 0; level <= TaskKey.HIGHEST_LEVEL; level += HostPart.STEP) {
        forged.add(new Entry(Task.of(CrawlId.numbered(1), url).at(level).id(), 9, junk));
      }
    }
    foe.askAll(new RpcMessage.StoreBackup(forged, false));
    foe.askAll(new RpcMessage.DeleteBackup(forged));
    swarm.runFor(Duration.ofSeconds(10));
    assertThat(swarm.members())
        .allMatch(each -> each.disk().durable().stream().noneMatch(e -> e.body()[0] == 99));
    assertThat(found(swarm.members().getFirst(), record)).isEqualTo(record.entry());
    assertEverythingIsCrawled();
  }

  /** O2: 243 overflowed to REFUSED, and 50 was sent again at every round trip. */
  @Test
  void aForgedFullPartLosesNoPageAndSpinsNobody() {
    LabFoe foe = visitor();
    List<Entry> forged = new ArrayList<>();
    int which = 0;
    for (String url : graph.reachable()) {
      HostPart part = new HostPart(TaskKey.host(url), 0, 0);
      forged.add(part.full(which++ % 2 == 0 ? 243 : 50));
    }
    foe.askAll(new RpcMessage.StoreBackup(forged, false));
    foe.askAll(new RpcMessage.DeleteBackup(forged));
    swarm.runFor(Duration.ofSeconds(5));
    assertEverythingIsCrawled();
    assertThat(swarm.members())
        .allMatch(member -> member.node().figures().linksSentOn() < 2_000, "sends on");
  }

  /** O3. */
  @Test
  void nobodysIncarnationIsRaisedByAPing() {
    LabFoe foe = visitor();
    Peer victim = swarm.members().getFirst().node().members().self();
    for (long incarnation :
        new long[] {Long.MAX_VALUE - 1, Long.MAX_VALUE, swarm.now() + 2 * DAY, swarm.now() + 1}) {
      Peer forged =
          new Peer(
              victim.address(),
              victim.virtualNodes(),
              victim.disk(),
              incarnation,
              victim.credentials());
      for (PeerClaim.Life life : PeerClaim.Life.values()) {
        foe.askAll(
            new RpcMessage.Ping(
                0, RpcMessage.Condition.UNTOLD, List.of(new PeerClaim(forged, life))));
      }
    }
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(swarm.members())
        .extracting(each -> each.node().members().self().incarnation())
        .allMatch(incarnation -> incarnation > 0 && incarnation <= swarm.now());
    assertEverythingIsCrawled();
  }

  /** O4: deaths of the never met, with all the capacity there is. */
  @Test
  void nobodyIsBuriedUnmetAndNoGraveWeighsAnything() {
    LabFoe foe = visitor();
    int next = PEERS + 1; // the address of who will join next
    List<PeerClaim> graves = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Peer made =
          SignedPeer.sign(
              keys,
              SealedSwarm.address(next + i),
              Peer.MOST_VIRTUAL_NODES,
              1,
              swarm.now() + Duration.ofHours(23).toNanos());
      graves.add(new PeerClaim(made, PeerClaim.Life.DEAD));
    }
    foe.askAll(new RpcMessage.Ping(0, RpcMessage.Condition.UNTOLD, graves));
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(swarm.members())
        .allMatch(each -> each.node().members().others(PeerClaim.Life.DEAD).isEmpty());
    swarm.add();
    swarm.runFor(Duration.ofSeconds(30));
    assertEverythingIsCrawled();
  }

  /** O5: 23 kB a second made a peer deaf for all. */
  @Test
  void answersToNothingMakeNobodyDeaf() {
    LabFoe foe = visitor();
    Endpoint victim = swarm.members().getFirst().address();
    for (int tenth = 0; tenth < 1_150; tenth++) {
      for (int i = 0; i < 58; i++) {
        foe.ask(victim, RpcMessage.Kept.HERE);
      }
      swarm.runFor(Duration.ofMillis(100));
    }
    LabFoe guest = new LabFoe(swarm, 700);
    for (int i = 0; i < 20; i++) {
      guest.ask(victim, new RpcMessage.FindNode(Key.ZERO));
      swarm.runFor(Duration.ofMillis(100));
    }
    swarm.runFor(Duration.ofSeconds(1));
    assertThat(guest.answers()).hasSize(20);
  }

  /** O6: 79 kB became 305 MB. */
  @Test
  void whatIsKeptOfAStrangersMessagesIsNoMoreThanItSent() {
    LabFoe foe = visitor();
    List<Entry> large = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      large.add(
          Task.of(CrawlId.numbered(1), "https://example.org/" + i)
              .processed(BY, new byte[1_000_000]));
    }
    for (int i = 0; i < 10; i++) {
      foe.askAll(new RpcMessage.StoreBackup(large, false));
      foe.askAll(new RpcMessage.DeleteBackup(large));
    }
    swarm.runFor(Duration.ofSeconds(10));
    long kept =
        swarm.members().stream()
            .flatMap(member -> member.disk().durable().stream())
            .mapToLong(entry -> entry.body().length)
            .sum();
    assertThat(kept).isLessThan(100_000);
    assertEverythingIsCrawled();
  }

  /** O7: 10 kB became 2.2 MB towards any address. */
  @Test
  void hearsayMakesNobodySendMoreBytesThanItCost() {
    LabFoe foe = visitor();
    SealedSwarm.Member first = swarm.members().getFirst();
    long before = first.handshakes().counters().bytes();
    long cost = foe.bytes();
    Peer made = SignedPeer.sign(keys, SealedSwarm.address(5000), 1, 1, swarm.now());
    List<PeerClaim> hearsay = new ArrayList<>();
    for (int port = 1; port <= 4000; port++) {
      Peer victim = new Peer(made.address().withPort(port), 1, 1, swarm.now(), made.credentials());
      hearsay.add(new PeerClaim(victim, PeerClaim.Life.LIVING));
    }
    foe.ask(first.address(), new RpcMessage.Ping(0, RpcMessage.Condition.UNTOLD, hearsay));
    swarm.runFor(Duration.ofSeconds(20));
    assertThat(first.handshakes().counters().bytes() - before)
        .isLessThanOrEqualTo(foe.bytes() - cost + 2_000);
    swarm.add();
    assertEverythingIsCrawled();
  }

  /** O8: 48 of 48 pages were called processed and never run. */
  @Test
  void aVisitorMarksNothingAsProcessed() {
    LabFoe foe = visitor();
    List<Entry> done = new ArrayList<>();
    for (String url : graph.reachable()) {
      for (int level = 0; level <= TaskKey.HIGHEST_LEVEL; level += HostPart.STEP) {
        Task task = Task.of(CrawlId.numbered(1), url).at(level);
        done.add(task.processed(BY, new byte[8]));
        if (level > 0) {
          done.add(task.elsewhere());
        }
      }
    }
    for (int from = 0; from < done.size(); from += 500) {
      List<Entry> batch = done.subList(from, Math.min(done.size(), from + 500));
      foe.askAll(new RpcMessage.DeleteBackup(batch));
      foe.askAll(new RpcMessage.StoreBackup(batch, true));
    }
    swarm.runFor(Duration.ofSeconds(5));
    assertEverythingIsCrawled();
  }

  /** O8: the honest peer waited for an hour. */
  @Test
  void aVisitorBorrowsNoNameAndLetsNoneRest() {
    LabFoe foe = visitor();
    Key name = Leases.name("example.org");
    Endpoint grantor =
        swarm.members().getFirst().node().members().view().closest(name, 1).getFirst().address();
    foe.answers().clear();
    foe.ask(grantor, new RpcMessage.Lend(name, 0, 0));
    swarm.runFor(Duration.ofSeconds(2));
    for (RpcMessage answer : List.copyOf(foe.answers())) {
      if (answer instanceof RpcMessage.Lent lent && lent.ticket() != 0) {
        foe.ask(grantor, new RpcMessage.Lend(name, lent.ticket(), Duration.ofHours(1).toNanos()));
      }
    }
    swarm.runFor(Duration.ofSeconds(2));
    List<Leases.Lease> got = new ArrayList<>();
    SealedSwarm.Member honest = swarm.members().get(1);
    swarm
        .network()
        .execute(
            honest.handler(),
            () -> honest.node().leases().take(swarm.now(), name, (at, lease) -> got.add(lease)));
    swarm.runFor(Duration.ofSeconds(5));
    assertThat(got).hasSize(1);
  }
}
