package org.orbweaver.lab.overlay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.identity.SignedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.lab.LabFoe;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.lab.SealedSwarm;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.rpc.RpcMessage;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.HostPart;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.ResultBatch;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.TaskKey;

/**
 * All attacks of docs/security.md, one after the other in random order, as fast as a line allows.
 */
final class FoeAttacks {
  private static final int KINDS = 12;
  private static final byte[] FALSE_CONTENT = {6, 6, 6};

  private final SealedSwarm swarm;
  private final LabFoe foe;
  private final PeerKeys keys;
  private final List<String> pages;
  private final CrawlId crawl;
  private final SplittableRandom random;
  private int counter;

  FoeAttacks(
      SealedSwarm swarm, LabFoe foe, PeerKeys keys, LinkGraph graph, CrawlId crawl, long seed) {
    this.crawl = crawl;
    this.swarm = swarm;
    this.foe = foe;
    this.keys = keys;
    this.pages = graph.reachable();
    this.random = new SplittableRandom(seed);
  }

  /** Attacks until so many bytes are sent; one that is not answered costs as much as others. */
  void spend(long bytes) {
    long until = foe.bytes() + bytes;
    for (int i = 0; i < 60 && foe.bytes() < until; i++) {
      attack(swarm.members().get(random.nextInt(swarm.members().size())));
    }
  }

  private void attack(SealedSwarm.Member victim) {
    Endpoint to = victim.address();
    switch (random.nextInt(KINDS)) {
      case 0 -> foe.ask(to, new RpcMessage.StoreBackup(junk(), false));
      case 1 -> foe.ask(to, new RpcMessage.DeleteBackup(results()));
      case 2 -> foe.ask(to, new RpcMessage.StoreBackup(results(), true));
      case 3 -> foe.ask(to, new RpcMessage.StoreBackup(fullParts(), false));
      case 4 -> foe.ask(to, new RpcMessage.DeleteBackup(names()));
      case 5 -> foe.ask(to, new RpcMessage.Ping(counter++, RpcMessage.Condition.UNTOLD, claims()));
      case 6 -> foe.ask(to, RpcMessage.Kept.HERE);
      case 7 -> foe.ask(to, new RpcMessage.StoreTask(flood()));
      case 8 -> foe.ask(to, new RpcMessage.Lend(Leases.name(TaskKey.host(page())), 0, 0));
      case 9 -> foe.ask(to, new RpcMessage.RefreshTask(offers(), true));
      case 10 -> foe.ask(to, new RpcMessage.OfResults(new RpcMessage.StoreBackup(pieces(), true)));
      default -> foe.ask(to, new RpcMessage.StoreBackup(attempts(), false));
    }
    giveBackForAnHour(to);
  }

  private void giveBackForAnHour(Endpoint to) {
    for (RpcMessage answer : foe.answers()) {
      if (answer instanceof RpcMessage.Lent lent && lent.ticket() != 0) {
        foe.ask(
            to,
            new RpcMessage.Lend(
                Leases.name(TaskKey.host(page())), lent.ticket(), Duration.ofHours(1).toNanos()));
      }
    }
    foe.answers().clear();
  }

  private String page() {
    return pages.get(random.nextInt(pages.size()));
  }

  private Task task() {
    return Task.of(crawl, page());
  }

  private List<Entry> junk() {
    byte[] junk = new byte[1 + random.nextInt(300)];
    random.nextBytes(junk);
    return List.of(new Entry(task().id(), 1 + random.nextInt(20), junk));
  }

  /** Signed by the foe itself, with times before and after the honest ones came. */
  private List<Entry> results() {
    List<Entry> signed = new ArrayList<>();
    ResultBatch batch = new ResultBatch(keys, foe.address());
    for (int i = 0; i < 20; i++) {
      batch.add(swarm.now(), task(), FALSE_CONTENT, signed::add);
    }
    batch.onTick(swarm.now() + ResultBatch.WAIT);
    return signed;
  }

  private List<Entry> fullParts() {
    return List.of(new HostPart(TaskKey.host(page()), 0, 0).full(1 + random.nextInt(6)));
  }

  private List<Entry> names() {
    List<Entry> names = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      names.add(task().at(HostPart.STEP * (1 + random.nextInt(6))).elsewhere());
    }
    return names;
  }

  private List<Entry> attempts() {
    List<Entry> tried = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tried.add(task().entry(15, new byte[0]));
    }
    return tried;
  }

  private List<PeerClaim> claims() {
    List<PeerClaim> claims = new ArrayList<>();
    Peer honest =
        swarm.members().get(random.nextInt(swarm.members().size())).node().members().self();
    long later = random.nextBoolean() ? Long.MAX_VALUE - 1 : swarm.now() + random.nextInt(1000);
    claims.add(new PeerClaim(honest, PeerClaim.Life.DEAD));
    claims.add(new PeerClaim(with(honest, later), PeerClaim.Life.DEAD));
    Endpoint made = SealedSwarm.address(10_000 + random.nextInt(100_000));
    Peer grave = SignedPeer.sign(keys, made, Peer.MOST_VIRTUAL_NODES, 1, swarm.now());
    claims.add(new PeerClaim(grave, PeerClaim.Life.DEAD));
    claims.add(new PeerClaim(grave, PeerClaim.Life.LIVING));
    return claims;
  }

  private static Peer with(Peer peer, long incarnation) {
    return new Peer(
        peer.address(), peer.virtualNodes(), peer.disk(), incarnation, peer.credentials());
  }

  private List<Entry> flood() {
    List<Entry> flood = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String url = "https://flood%d.example/%d".formatted(random.nextInt(1000), counter++);
      flood.add(Task.of(CrawlId.numbered(9), url).queued());
    }
    return flood;
  }

  private List<RpcMessage.Offer> offers() {
    List<RpcMessage.Offer> offers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      offers.add(
          new RpcMessage.Offer(
              new EntryId(Key.random(random), random.nextLong()), random.nextInt(Task.PROCESSED)));
    }
    return offers;
  }

  private List<Entry> pieces() {
    byte[] bytes = new byte[4_000];
    random.nextBytes(bytes);
    return Piece.cut(Key.random(random), bytes);
  }
}
