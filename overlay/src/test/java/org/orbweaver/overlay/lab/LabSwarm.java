package org.orbweaver.overlay.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.membership.PeerVerifier;
import org.orbweaver.overlay.membership.SelfDescription;
import org.orbweaver.overlay.node.Declines;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.rpc.MessageCipher;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Piece;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Signatures;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.overlay.trust.WorkJournal;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;

/** Machines, the network between them, and a count of how often each URI was run. */
public final class LabSwarm {
  private static final long SYNC_NANOS = Duration.ofMillis(5).toNanos();
  private static final int PORT = 7000;

  /** Of one result. */
  static final int PIECES = 3;

  private static final int SHARED_VIEWS = 64;

  private final VirtualClock clock = new VirtualClock(Duration.ofDays(20_000).toNanos());
  private final SplittableRandom random;
  private final VirtualNetwork network;
  private final LinkGraph graph;
  private final OverlaySettings settings;
  private final long taskNanos;
  private final int resultBytes;
  private final boolean sealed;
  private final List<LabPeer> peers = new ArrayList<>();
  private final Map<String, Integer> runs = new HashMap<>();
  private final Map<List<Peer>, MembershipView> views = new HashMap<>();
  private final Map<String, List<Integer>> rounds = new HashMap<>();
  private BiPredicate<String, Integer> changes = (uri, round) -> true;
  private BiPredicate<LabPeer, String> unwantedTasks = (peer, uri) -> false;
  private BiPredicate<LabPeer, EntryId> unwantedPieces = (peer, piece) -> false;
  private boolean rules;
  private TrustSettings trust = TrustSettings.OFF;
  private final Map<String, Set<Endpoint>> ranBy = new HashMap<>();

  /** A swarm whose tasks bring nothing but links. */
  public LabSwarm(
      LinkGraph graph,
      OverlaySettings settings,
      Duration task,
      LinkModel links,
      double duplicated,
      long seed) {
    this(graph, settings, task, 0, links, duplicated, seed);
  }

  /**
   * @param resultBytes that a task brings
   */
  public LabSwarm(
      LinkGraph graph,
      OverlaySettings settings,
      Duration task,
      int resultBytes,
      LinkModel links,
      double duplicated,
      long seed) {
    this(graph, settings, task, resultBytes, links, duplicated, seed, false);
  }

  /**
   * @param resultBytes that a task brings
   * @param sealed whether peers shake hands, seal each message and sign their results, as they do
   *     outside of labs; it triples what a run costs
   */
  public LabSwarm(
      LinkGraph graph,
      OverlaySettings settings,
      Duration task,
      int resultBytes,
      LinkModel links,
      double duplicated,
      long seed,
      boolean sealed) {
    this.graph = graph;
    this.sealed = sealed;
    this.taskNanos = task.toNanos();
    this.resultBytes = resultBytes;
    this.settings = settings;
    this.random = new SplittableRandom(seed);
    this.network = new VirtualNetwork(clock, links, random.split(), duplicated);
  }

  public VirtualClock clock() {
    return clock;
  }

  public VirtualNetwork network() {
    return network;
  }

  public RandomGenerator random() {
    return random;
  }

  public List<LabPeer> peers() {
    return peers;
  }

  public List<LabPeer> up() {
    return peers.stream().filter(LabPeer::isUp).toList();
  }

  public LabPeer add() {
    int number = peers.size() + 1;
    LabPeer peer = new LabPeer(this, Endpoint.v4(0x0A00_0000 | number, PORT));
    peers.add(peer);
    return peer;
  }

  /** Starts that many peers that have known each other for long. */
  public void begin(int count) {
    List<LabPeer> fresh = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      LabPeer peer = add();
      peer.start(List.of());
      fresh.add(peer);
    }
    List<PeerClaim> everybody = new ArrayList<>();
    for (LabPeer peer : fresh) {
      OverlayNode node = peer.node();
      if (node != null) {
        everybody.add(new PeerClaim(node.members().self(), PeerClaim.Life.LIVING));
      }
    }
    for (LabPeer peer : fresh) {
      OverlayNode node = peer.node();
      if (node != null) {
        peer.execute(() -> node.members().recall(everybody));
      }
    }
  }

  LabDisk newDisk() {
    return new LabDisk(clock, SYNC_NANOS, random.nextLong());
  }

  PeerKeys newKeys() {
    return PeerKeys.draw(SealedSwarm.seeded(random.nextLong()));
  }

  /** Switches a machine on: its peer, and what the network sees of it. */
  LabPeer.Running newPeer(LabPeer peer) {
    if (!sealed) {
      SelfDescription description =
          (incarnation, virtualNodes) ->
              new Peer(
                  peer.address(),
                  virtualNodes,
                  peer.disk().serial(),
                  incarnation,
                  Credentials.NONE);
      OverlayNode node =
          newNode(peer, description, MessageCipher.NONE, PeerVerifier.CREDULOUS, Signatures.NONE);
      return new LabPeer.Running(node, node);
    }
    Handshakes handshakes =
        new Handshakes(
            clock.now(),
            peer.keys(),
            peer.address(),
            peer.disk().serial(),
            SealedSwarm.NAME,
            network,
            random.split());
    OverlayNode node = newNode(peer, handshakes, handshakes, handshakes, peer.keys());
    return new LabPeer.Running(node, new SealedPeer(handshakes, node));
  }

  private OverlayNode newNode(
      LabPeer peer,
      SelfDescription description,
      MessageCipher cipher,
      PeerVerifier verifier,
      Signatures signatures) {
    return new OverlayNode(
        clock.now(),
        description,
        new NodeParts(
                peer.disk(),
                peer.results(),
                network,
                cipher,
                verifier,
                signatures,
                runner(peer),
                random.split(),
                this::view)
            .trusting(
                trust.isOn() ? new HonestInspector(clock, peer) : Inspector.NONE,
                trust.isOn() ? peer.journal() : WorkJournal.NONE,
                trust)
            .declining(new Unwanted(peer)),
        settings);
  }

  private final class Unwanted implements Declines {
    private final LabPeer peer;

    Unwanted(LabPeer peer) {
      this.peer = peer;
    }

    @Override
    public boolean isAnything() {
      return rules;
    }

    @Override
    public boolean declines(EntryId piece) {
      return unwantedPieces.test(peer, piece);
    }
  }

  /** Peers vouch for what they bring and look at each other's, all of them honestly. */
  public void trusting(Duration period) {
    if (!sealed) {
      throw new IllegalStateException("who vouches for something has to sign it");
    }
    trust = TrustSettings.of(period.toNanos());
  }

  /** What operators do not want run, and kept, on their machines; they want everything at first. */
  void unwanted(BiPredicate<LabPeer, String> tasks, BiPredicate<LabPeer, EntryId> pieces) {
    rules = true;
    unwantedTasks = tasks;
    unwantedPieces = pieces;
  }

  /** Who has run each task. */
  Map<String, Set<Endpoint>> ranBy() {
    return ranBy;
  }

  /** Peers of one opinion share their view. */
  private MembershipView view(Collection<Peer> living) {
    List<Peer> members =
        living.stream()
            .map(p -> new Peer(p.address(), p.virtualNodes(), p.disk(), 0, seen(p)))
            .sorted((a, b) -> a.address().compareTo(b.address()))
            .toList();
    if (views.size() > SHARED_VIEWS) {
      views.clear();
    }
    return views.computeIfAbsent(members, MembershipView::of);
  }

  /** Where nobody vouches, nobody asks for keys, and more peers are of one opinion. */
  private Credentials seen(Peer peer) {
    return trust.isOn() ? peer.credentials() : Credentials.NONE;
  }

  private Runner runner(LabPeer peer) {
    return (task, finish) -> {
      OverlayNode runningOn = peer.node();
      long takes = random.nextLong(taskNanos / 2, 3 * taskNanos / 2);
      clock.at(
          clock.now() + takes,
          now -> {
            OverlayNode still = peer.node();
            if (still == null || (runningOn != null && still != runningOn)) {
              return;
            }
            if (unwantedTasks.test(peer, task.uri())) {
              peer.execute(() -> finish.refused("not on this machine"));
            } else {
              peer.execute(() -> finish.done(outcome(peer, task, finish.before())));
            }
          });
    };
  }

  private Runner.Outcome outcome(LabPeer peer, Task task, @Nullable Result before) {
    runs.merge(task.uri(), 1, Integer::sum);
    ranBy.computeIfAbsent(task.uri(), uri -> new HashSet<>()).add(peer.address());
    rounds.computeIfAbsent(task.uri(), uri -> new ArrayList<>()).add(task.round());
    if (before != null && !changes.test(task.uri(), task.round())) {
      return new Runner.Outcome(
          before.summary(), List.of(), before.pieces(task.id().key()), null, true);
    }
    byte[] brought = brought(task);
    List<Entry> pieces = pieces(task.id().key(), brought);
    pieces.forEach(peer.results()::put);
    List<String> links = graph.links(task.uri());
    return new Runner.Outcome(
        new byte[8],
        links.stream().map(FoundLink::to).toList(),
        pieces.stream().map(Entry::id).toList(),
        trust.isOn() ? HonestInspector.vouched(task.uri(), brought, links, clock.now()) : null);
  }

  /** Several, as of a page of some hundred kilobytes, but short: a lab has thousands in memory. */
  private static List<Entry> pieces(Key key, byte[] bytes) {
    List<Entry> pieces = new ArrayList<>();
    int each = Math.max(1, Math.ceilDiv(bytes.length, PIECES));
    for (int from = 0; from < bytes.length; from += each) {
      byte[] piece = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + each));
      pieces.add(Piece.of(Piece.id(key, piece), piece));
    }
    return pieces;
  }

  /** What a fetch of that page brings: never twice the same, as on the real web. */
  private byte[] brought(Task task) {
    if (resultBytes == 0) {
      return new byte[0];
    }
    byte[] bytes = new byte[resultBytes];
    new SplittableRandom(task.name() ^ runs.getOrDefault(task.uri(), 0)).nextBytes(bytes);
    return bytes;
  }

  /** Which pages are not what they were in the round before; all, unless told. */
  void changing(BiPredicate<String, Integer> when) {
    changes = when;
  }

  /** The rounds in which each page was visited. */
  Map<String, List<Integer>> rounds() {
    return rounds;
  }

  public Map<String, Integer> runs() {
    return runs;
  }

  public void runFor(Duration time) {
    clock.runUntil(clock.now() + time.toNanos());
  }
}
