package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.SignedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.rpc.Rpc;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.Authorship;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** A swarm with real keys crawls while a foe does its worst: refused, counted, nobody disturbed. */
class FoesTest {
  private static final Authorship BY = Authorship.unsigned(1, Endpoint.parse("10.0.0.66:7000"));

  private static final int PEERS = 6;
  private static final Endpoint FOE = SealedSwarm.address(666);

  private final LinkGraph graph = LinkGraph.zipf(600, 6, 3);
  private final SealedSwarm swarm = new SealedSwarm(graph, SealedSwarm.settings(16), 3);

  @BeforeEach
  void start() {
    swarm.start(PEERS);
  }

  private void finishCrawl() {
    swarm.crawl();
    swarm.runFor(Duration.ofSeconds(60));
    assertThat(swarm.missing()).isEmpty();
    assertThat(swarm.members())
        .allMatch(
            member -> member.node().members().others(PeerClaim.Life.LIVING).size() == PEERS - 1);
  }

  @Test
  void anHonestSwarmWithRealKeysCrawlsEverything() {
    finishCrawl();
    assertThat(swarm.runs().values()).allMatch(times -> times == 1);
    assertThat(swarm.members()).allMatch(member -> member.handshakes().counters().forged() == 0);
  }

  @Test
  void forgedIdsEnterNobodysTable() {
    LabFoe foe = new LabFoe(swarm, 666);
    PeerKeys keys = PeerKeys.draw(SealedSwarm.seeded(5));
    // Addresses chosen for the keys they give, at which nobody answers.
    List<PeerClaim> chosen = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Peer peer = SignedPeer.sign(keys, SealedSwarm.address(5000 + i), 1024, 1, swarm.now());
      chosen.add(new PeerClaim(peer, PeerClaim.Life.LIVING));
    }
    // A member's address with more capacity than it has.
    Peer victim = swarm.members().get(2).node().members().self();
    Peer fat =
        new Peer(
            victim.address(), 1024, victim.disk(), victim.incarnation() + 9, victim.credentials());
    chosen.add(new PeerClaim(fat, PeerClaim.Life.LIVING));
    // A member's address with a key of the foe's.
    Peer stolen = SignedPeer.sign(keys, victim.address(), 1, 1, victim.incarnation() + 10);
    chosen.add(new PeerClaim(stolen, PeerClaim.Life.LIVING));
    for (SealedSwarm.Member member : swarm.members()) {
      foe.ask(member.address(), new RpcMessage.Ping(0, RpcMessage.Condition.UNTOLD, chosen));
      foe.ask(member.address(), new RpcMessage.Join(chosen.getLast(), SealedSwarm.address(0)));
    }
    swarm.runFor(Duration.ofSeconds(20));
    for (SealedSwarm.Member member : swarm.members()) {
      assertThat(member.node().members().view().peers())
          .extracting(Peer::address)
          .doesNotContain(FOE)
          .hasSize(PEERS);
      assertThat(member.node().members().view().peers())
          .allMatch(peer -> peer.virtualNodes() == 16);
    }
    finishCrawl();
  }

  @Test
  void forgedMessagesAreRefusedAndCounted() {
    Rpc forger =
        new Rpc(
            FOE, swarm.network(), MessageCipher.NONE, SealedSwarm.seeded(8), (n, f, r, t) -> {});
    Endpoint pretended = swarm.members().get(1).address();
    Endpoint victim = swarm.members().getFirst().address();
    // In the name of another: the network lets the foe write any sender.
    Rpc impersonator =
        new Rpc(
            FOE,
            (local, to, packet, length) -> swarm.network().send(pretended, to, packet, length),
            MessageCipher.NONE,
            SealedSwarm.seeded(9),
            (n, f, r, t) -> {});
    Rpc.Patience once = new Rpc.Patience(1_000_000_000L, 1);
    Entry fake = Task.of(CrawlId.numbered(1), graph.url(1)).processed(BY, new byte[8]);
    for (int i = 0; i < 500; i++) {
      for (Rpc foe : List.of(forger, impersonator)) {
        foe.call(swarm.now(), victim, new RpcMessage.DeleteBackup(List.of(fake)), once, IGNORE);
        foe.call(
            swarm.now(),
            victim,
            new RpcMessage.Ping(1, RpcMessage.Condition.UNTOLD, List.of()),
            once,
            IGNORE);
      }
    }
    long before = swarm.members().getFirst().node().traffic().received();
    swarm.runFor(Duration.ofSeconds(1));
    SealedSwarm.Member first = swarm.members().getFirst();
    assertThat(first.node().traffic().refused()).isGreaterThanOrEqualTo(1000);
    assertThat(first.node().traffic().received() - before).isLessThan(50);
    assertThat(swarm.processed()).isEmpty();
    finishCrawl();
  }

  private static final Rpc.Outcome IGNORE =
      new Rpc.Outcome() {
        @Override
        public void answered(long now, RpcMessage reply) {}

        @Override
        public void silent(long now) {}
      };

  @Test
  void aFloodOfTasksFromOnePeerDelaysNobodyElse() {
    LabFoe foe = new LabFoe(swarm, 666);
    for (int round = 0; round < 4; round++) {
      for (SealedSwarm.Member member : swarm.members()) {
        List<Entry> batch = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
          batch.add(
              Task.of(CrawlId.numbered(9), "https://flood.example/" + round + "/" + i).queued());
        }
        foe.ask(member.address(), new RpcMessage.StoreTask(batch));
      }
      if (round == 2) {
        swarm.crawl();
      }
      swarm.runFor(Duration.ofSeconds(1));
    }
    assertThat(swarm.members()).anyMatch(member -> member.node().traffic().putOff() > 0);
    swarm.runFor(Duration.ofSeconds(60));
    assertThat(swarm.missing()).isEmpty();
    long kept = swarm.runs().keySet().stream().filter(uri -> uri.contains("flood")).count();
    assertThat(kept).as("of 20,000").isLessThan(18_000);
  }

  @Test
  void absurdTasksAndOversizedBatchesAreMalformed() {
    LabFoe foe = new LabFoe(swarm, 666);
    Endpoint victim = swarm.members().getFirst().address();
    for (String uri : List.of("", "nonsense", "https://", "https://a b/", "x".repeat(2000))) {
      foe.ask(
          victim, new RpcMessage.StoreTask(List.of(Task.of(CrawlId.numbered(1), uri).queued())));
    }
    List<Entry> many = new ArrayList<>();
    for (int i = 0; i <= RpcMessage.MOST_ELEMENTS; i++) {
      many.add(Task.of(CrawlId.numbered(1), "https://a/" + i).queued());
    }
    foe.ask(victim, new RpcMessage.StoreTask(many));
    EntryId id = Task.of(CrawlId.numbered(1), "https://a/").id();
    foe.ask(
        victim, new RpcMessage.Value(List.of(new Entry(id, 1, new byte[Entry.MOST_BYTES + 1]))));
    byte[] bomb = new byte[6 << 20]; // deflates to a few kilobytes
    foe.ask(victim, new RpcMessage.Stored(bomb, List.of()));
    swarm.runFor(Duration.ofSeconds(5));
    assertThat(swarm.members().getFirst().node().traffic().malformed()).isEqualTo(8);
    assertThat(foe.answers()).isEmpty();
    finishCrawl();
  }
}
