package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** A peer behind a NAT that lets nobody in: it is no member, owns nothing, and is answered. */
class ClientTest {
  private static final int NUMBER = 900;
  private static final Endpoint OUTSIDE = SealedSwarm.address(777);

  private final LinkGraph graph = LinkGraph.zipf(300, 2, 3);
  private final SealedSwarm swarm = new SealedSwarm(graph, SealedSwarm.settings(32), 5);
  private final PeerKeys keys = SealedSwarm.keys(NUMBER);
  private final LabNat nat =
      new LabNat(swarm.clock(), swarm.network(), OUTSIDE, Duration.ofSeconds(5));
  private final List<Endpoint> linesWanted = new ArrayList<>();
  private final Handshakes handshakes =
      new Handshakes(
          swarm.now(),
          keys,
          Peer.NOWHERE,
          NUMBER,
          SealedSwarm.NAME,
          nat,
          SealedSwarm.seeded(NUMBER));

  private OverlayNode join() {
    LabDisk disk = new LabDisk(swarm.clock(), 1, NUMBER);
    LabDisk results = new LabDisk(swarm.clock(), 1, NUMBER);
    handshakes.onLineWanted(linesWanted::add);
    OverlayNode node =
        new OverlayNode(
            swarm.now(),
            handshakes,
            new NodeParts(
                disk,
                results,
                nat,
                handshakes,
                handshakes,
                keys,
                (task, finish) -> {},
                SealedSwarm.seeded(-NUMBER),
                MembershipView::of),
            SealedSwarm.settings(0));
    disk.plugInto(work -> swarm.network().execute(nat, work));
    results.plugInto(work -> swarm.network().execute(nat, work));
    nat.serve(new SealedPeer(handshakes, node));
    swarm.network().execute(nat, () -> node.join(swarm.now(), List.of(SealedSwarm.address(1))));
    swarm.runFor(Duration.ofSeconds(30));
    return node;
  }

  private void assertThatNobodyTakesItForAMember() {
    assertThat(swarm.members())
        .allSatisfy(
            member ->
                assertThat(member.node().members().all())
                    .hasSize(swarm.members().size())
                    .noneMatch(claim -> claim.peer().address().sameAddress(OUTSIDE))
                    .noneMatch(claim -> claim.peer().isClient()));
  }

  @Test
  void itKnowsTheSwarmAndFindsWhatTheSwarmKeepsThoughItsNatForgetsEveryPort() {
    swarm.start(10);
    swarm.crawl();
    swarm.runFor(Duration.ofMinutes(2));
    OverlayNode client = join();
    assertThat(client.members().view().peers()).hasSize(10);
    assertThatNobodyTakesItForAMember();

    swarm.runFor(Duration.ofMinutes(10));
    assertThat(nat.ports()).as("its NAT has moved it").isGreaterThan(20);
    assertThat(nat.turnedAway()).as("nobody knocks at it").isZero();
    EntryId page = Task.of(CrawlId.numbered(1), graph.url(0)).id();
    List<@Nullable Entry> found = new ArrayList<>();
    List<RpcMessage.@Nullable Results> listed = new ArrayList<>();
    swarm
        .network()
        .execute(
            nat,
            () -> {
              client.find(swarm.now(), page, found::add);
              Endpoint holder = client.holders(page.key()).getFirst();
              client.list(swarm.now(), holder, RpcMessage.ListResults.of(page.key()), listed::add);
            });
    swarm.runFor(Duration.ofSeconds(30));
    assertThat(found)
        .singleElement()
        .satisfies(entry -> assertThat(entry != null && Task.isProcessed(entry)).isTrue());
    assertThat(listed).as("answered; tasks of this swarm bring no pieces").doesNotContainNull();
    assertThat(listed).hasSize(1);
    assertThatNobodyTakesItForAMember();
  }

  @Test
  void itBeginsACrawlWhichIsOnThreeDisksAndRunByOthers() {
    swarm.start(10);
    OverlayNode client = join();
    CrawlRecord record =
        CrawlRecord.of(
            new CrawlPlan(1, 3, CrawlPlan.FOR_EVER, List.of(graph.url(0)), Map.of()), keys);
    List<String> acknowledged = new ArrayList<>();
    swarm
        .network()
        .execute(
            nat,
            () -> {
              client.store(swarm.now(), record.entry(), () -> acknowledged.add("record"));
              client.submit(
                  swarm.now(),
                  List.of(Task.of(CrawlId.numbered(1), graph.url(0))),
                  () -> acknowledged.add("seed"));
            });
    swarm.runFor(Duration.ofSeconds(30));
    assertThat(acknowledged).containsExactlyInAnyOrder("record", "seed");
    assertThat(swarm.members())
        .filteredOn(each -> each.disk().durable().contains(record.entry()))
        .hasSizeGreaterThanOrEqualTo(3);
    swarm.runFor(Duration.ofMinutes(3));
    assertThat(swarm.missing()).isEmpty();
    assertThat(client.isEmpty()).as("it owns nothing").isTrue();
  }

  @Test
  void whatAClientMayNotHaveKeptIsNotKept() {
    swarm.start(5);
    OverlayNode client = join();
    Entry done =
        new Entry(Task.of(CrawlId.numbered(1), graph.url(7)).id(), 9, new byte[] {1, 2, 3});
    List<String> acknowledged = new ArrayList<>();
    swarm
        .network()
        .execute(nat, () -> client.store(swarm.now(), done, () -> acknowledged.add("kept")));
    swarm.runFor(Duration.ofMinutes(1));
    assertThat(acknowledged).isEmpty();
    assertThat(swarm.members())
        .allMatch(
            each -> each.disk().durable().stream().noneMatch(it -> it.id().equals(done.id())));
  }

  @Test
  void aMemberCallsForALineByDatagramAndKnowsItsGreetingOnce() {
    swarm.start(3);
    OverlayNode client = join();
    assertThat(client.members().view().peers()).hasSize(3);
    SealedSwarm.Member member = swarm.members().getFirst();
    Endpoint seenAt = nat.seenBy(member.address());
    assertThat(member.handshakes().isClient(seenAt)).isTrue();
    swarm.network().execute(member.handler(), () -> member.handshakes().callForLine(seenAt));
    swarm.runFor(Duration.ofSeconds(1));
    assertThat(linesWanted).containsExactly(member.address());
    byte[] greeting = Objects.requireNonNull(handshakes.lineGreeting(member.address()));
    assertThat(greeting).hasSize(Handshakes.SEAL_BYTES);
    byte[] forged = greeting.clone();
    forged[forged.length - 1] ^= 1;
    assertThat(member.handshakes().greetedBy(forged)).isNull();
    assertThat(swarm.members().get(1).handshakes().greetedBy(greeting)).isNull();
    assertThat(member.handshakes().greetedBy(greeting)).isEqualTo(seenAt);
    assertThat(member.handshakes().greetedBy(greeting)).as("heard on the way").isNull();
  }
}
