package org.orbweaver.overlay.lab;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.PacketHandler;

/** Peers with real keys and seals in virtual time, and room for others at the same network. */
public final class SealedSwarm {
  public static final String NAME = "swarm";

  /** One of them. */
  public record Member(
      OverlayNode node,
      Handshakes handshakes,
      PacketHandler handler,
      LabDisk disk,
      LabDisk results) {
    public Endpoint address() {
      return node.members().self().address();
    }
  }

  /** Of small peers in small swarms. */
  public static OverlaySettings settings(int virtualNodes) {
    return OverlaySettings.DEFAULT
        .change()
        .virtualNodes(virtualNodes)
        .slots(4)
        .flushNanos(500_000_000L)
        .remembers(4096)
        .done();
  }

  private final VirtualClock clock = new VirtualClock(Duration.ofDays(20_000).toNanos());
  private final VirtualNetwork network;
  private final OverlaySettings settings;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, Integer> runs = new HashMap<>();
  private final LinkGraph graph;
  private final @Nullable LabWeb web;

  public SealedSwarm(LinkGraph graph, OverlaySettings settings, long seed) {
    this(graph, settings, seed, false);
  }

  /**
   * @param fetching whether tasks take their time, bring pages and need their host's turn
   */
  SealedSwarm(LinkGraph graph, OverlaySettings settings, long seed, boolean fetching) {
    this.graph = graph;
    this.web = fetching ? new LabWeb(clock, graph) : null;
    this.settings = settings;
    this.network =
        new VirtualNetwork(
            clock,
            LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(60)),
            new SplittableRandom(seed));
  }

  public static SecureRandom seeded(long seed) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(seed);
      return random;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  public static Endpoint address(int number) {
    return Endpoint.v4(0x0A00_0000 | number, 7000);
  }

  public VirtualClock clock() {
    return clock;
  }

  public VirtualNetwork network() {
    return network;
  }

  public long now() {
    return clock.now();
  }

  public List<Member> members() {
    return members;
  }

  public Map<String, Integer> runs() {
    return runs;
  }

  /** Where tasks fetch. */
  LabWeb web() {
    return Objects.requireNonNull(web);
  }

  /** The same each time. */
  public static PeerKeys keys(int number) {
    return PeerKeys.draw(seeded(number));
  }

  public Handshakes handshakes(int number) {
    return new Handshakes(
        now(), keys(number), address(number), number, NAME, network, seeded(number + 500_000L));
  }

  public Member add() {
    int number = members.size() + 1;
    LabDisk disk = new LabDisk(clock, Duration.ofMillis(5).toNanos(), number);
    LabDisk results = new LabDisk(clock, Duration.ofMillis(5).toNanos(), number);
    Handshakes handshakes = handshakes(number);
    LabWeb.Visitor visitor =
        web == null ? null : web.visitor("member " + number, results, (uri, page) -> page);
    OverlayNode node =
        new OverlayNode(
            now(),
            handshakes,
            new NodeParts(
                    disk,
                    results,
                    network,
                    handshakes,
                    handshakes,
                    keys(number),
                    visitor == null ? runner(results) : visitor,
                    seeded(-number),
                    MembershipView::of)
                .inspecting(visitor == null ? Inspector.NONE : visitor),
            settings);
    SealedPeer handler = new SealedPeer(handshakes, node);
    Member member = new Member(node, handshakes, handler, disk, results);
    if (visitor != null) {
      visitor.works(node, work -> network.execute(handler, work));
    }
    disk.plugInto(work -> network.execute(handler, work));
    results.plugInto(work -> network.execute(handler, work));
    network.attach(handler, List.of(address(number)));
    network.execute(handler, () -> node.join(now(), List.of(address(1))));
    members.add(member);
    return member;
  }

  /** What a fetch of that page brings, and nothing else. */
  public static byte[] truth(String url) {
    long mixed = url.hashCode() * 0x9E3779B97F4A7C15L;
    return ByteBuffer.allocate(Long.BYTES).putLong(mixed).array();
  }

  private Runner runner(LabDisk results) {
    return (task, finish) -> {
      runs.merge(task.uri(), 1, Integer::sum);
      List<String> links = task.uri().contains(".lab/") ? graph.links(task.uri()) : List.of();
      Entry piece = Piece.cut(task.id().key(), body(task.uri())).getFirst();
      results.put(piece);
      finish.done(
          new Runner.Outcome(
              truth(task.uri()), links.stream().map(FoundLink::to).toList(), List.of(piece.id())));
    };
  }

  private static byte[] body(String url) {
    return ("the page at " + url).getBytes(StandardCharsets.UTF_8);
  }

  public void start(int peers) {
    for (int i = 0; i < peers; i++) {
      add();
      runFor(Duration.ofSeconds(1));
    }
    runFor(Duration.ofSeconds(20));
  }

  public void crawl() {
    crawl(graph.url(0));
  }

  public void crawl(String seed) {
    crawl(CrawlId.numbered(1), seed);
  }

  public void crawl(CrawlId crawl, String seed) {
    Member first = members.getFirst();
    Task task = Task.of(crawl, seed);
    network.execute(first.handler(), () -> first.node().submit(now(), List.of(task), () -> {}));
  }

  public void runFor(Duration time) {
    clock.runUntil(now() + time.toNanos());
  }

  /** On how many disks each processed page is. */
  public Map<String, Integer> processed() {
    Map<String, Integer> copies = new HashMap<>();
    for (Member member : members) {
      for (Entry entry : member.disk().durable()) {
        Task task = Task.of(entry);
        if (task != null && Task.isProcessed(entry)) {
          copies.merge(task.uri(), 1, Integer::sum);
        }
      }
    }
    return copies;
  }

  /** Reachable pages that are not processed on r disks. */
  public List<String> missing() {
    Map<String, Integer> copies = processed();
    return graph.reachable().stream()
        .filter(url -> copies.getOrDefault(url, 0) < settings.copies())
        .toList();
  }
}
