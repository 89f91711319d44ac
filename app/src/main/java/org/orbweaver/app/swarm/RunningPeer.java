package org.orbweaver.app.swarm;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.capture.BorrowedFiles;
import org.orbweaver.app.capture.CrawlExport;
import org.orbweaver.app.capture.HeldWords;
import org.orbweaver.app.capture.KeptResults;
import org.orbweaver.app.capture.OwnCaptures;
import org.orbweaver.app.capture.SwarmAccess;
import org.orbweaver.app.capture.SwarmSearch;
import org.orbweaver.app.capture.SwarmSource;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.app.drive.BulkListener;
import org.orbweaver.app.drive.BulkSender;
import org.orbweaver.app.drive.ClientWays;
import org.orbweaver.app.drive.CountingOutbox;
import org.orbweaver.app.drive.MemberWays;
import org.orbweaver.app.drive.Ways;
import org.orbweaver.app.task.BlockingLeases;
import org.orbweaver.app.task.Budgets;
import org.orbweaver.app.task.KindRunner;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskLog;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.archive.access.AccessRules;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.search.WordSearch;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.crawl.Takedowns;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.rpc.WireBytes;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.trust.Gate;
import org.orbweaver.trust.Signed;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.Transport;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** A peer on real sockets and a real disk. */
public final class RunningPeer implements AutoCloseable {
  private static final int INBOX = 1 << 16;
  private static final int LARGEST_PACKET = 2_048;
  private static final int SEND_QUEUE = 1_024;
  private static final int SOCKET_BUFFER = 4 << 20;

  /** Of what is with other peers and was looked at here. */
  private static final long MOST_BORROWED = 256L << 20;

  private static final long MOST_READ = 16L << 20;
  private static final int MOST_FORGOTTEN = 1_000;

  private static final int MOST_OTHER_HOSTS = 3;

  private static final Duration LOOK_PATIENCE = Duration.ofSeconds(20);
  private static final Duration LEAVE_STEP = Duration.ofMillis(200);

  private final NodeLoop<OverlayNode> loop;
  private final SwarmLedger ledger;
  private final String swarm;
  private final Endpoint home;
  private final Handshakes handshakes;
  private final Path data;
  private final RocksDisk disk;
  private final PeerKeys keys;
  private final PeerCrawls crawls;
  private final Troubles troubles;
  private final @Nullable BulkListener lines;
  private final CountingOutbox sent;
  private final TaskLog log;
  private final OperatorRules rules;
  private final Closeables opened;

  private RunningPeer(
      NodeLoop<OverlayNode> loop,
      SwarmLedger ledger,
      String swarm,
      Endpoint home,
      Handshakes handshakes,
      Path data,
      RocksDisk disk,
      PeerKeys keys,
      PeerCrawls crawls,
      Troubles troubles,
      @Nullable BulkListener lines,
      CountingOutbox sent,
      TaskLog log,
      OperatorRules rules,
      Closeables opened) {
    this.loop = loop;
    this.ledger = ledger;
    this.swarm = swarm;
    this.home = home;
    this.handshakes = handshakes;
    this.data = data;
    this.disk = disk;
    this.keys = keys;
    this.crawls = crawls;
    this.troubles = troubles;
    this.lines = lines;
    this.sent = sent;
    this.log = log;
    this.rules = rules;
    this.opened = opened;
  }

  /** Opens the disk, binds the home and takes part. */
  public static RunningPeer start(PeerOptions options, StopSignal stop) throws IOException {
    NodeLoop<OverlayNode> loop = new NodeLoop<>("the peer", LOOK_PATIENCE);
    try (Closeables opening = new Closeables()) {
      try {
        return start(options, stop, loop, opening);
      } catch (IOException | RuntimeException e) {
        // Before all else: disks wait for who waits for them, and those wait for the loop.
        closeUnlessStarted(loop);
        throw e;
      }
    }
  }

  private static RunningPeer start(
      PeerOptions options, StopSignal stop, NodeLoop<OverlayNode> loop, Closeables opening)
      throws IOException {
    Path data = options.data();
    SecureRandom random = new SecureRandom();
    // First: a second peer on the same data is told so, and not that its port is taken.
    RocksDisk disk = RocksDisk.open(data.resolve("ledger"), loop, random);
    opening.add(disk, disk::close);
    UdpSockets sockets = bound(options.home());
    opening.add(sockets, () -> closeUnlessOwned(sockets, loop));
    Endpoint home = sockets.homes().getFirst();
    if (options.client()) {
      checkEmpty(data, disk, loop);
    }
    PieceDisk results =
        PieceDisk.open(data.resolve(options.client() ? "lent" : "results"), data, loop);
    opening.add(results, results::close);
    if (options.client()) {
      forget(results);
    }
    Endpoint self = options.client() ? Peer.NOWHERE : home;
    SealedLines lines = new SealedLines(loop);
    Ways.Dialling dialling =
        new Ways.Dialling(
            home,
            (peer, could) -> loop.tell(node -> node.reached(MonotonicClock.now(), peer, could)));
    MemberWays ways = new MemberWays(dialling, lines);
    ClientWays clientWays = new ClientWays(dialling, lines::greeting, lines);
    opening.add(clientWays, clientWays::close);
    BulkSender bulk = new BulkSender(options.client() ? clientWays : ways);
    opening.add(bulk, bulk::close);
    CountingOutbox outbox =
        new CountingOutbox(
            (_, to, packet, length) ->
                (length <= WireBytes.LONGEST_DATAGRAM ? sockets : bulk)
                    .send(home, to, packet, length));
    SwarmLedger ledger = new SwarmLedger(loop);
    KnownCrawls crawls = new KnownCrawls(ledger::find);
    PeerKeys keys = PeerKeyFile.read(data.resolve("peer.key"), random);
    Troubles troubles = new Troubles();
    AtomicReference<Supplier<Collection<CrawlId>>> counted = new AtomicReference<>(List::of);
    OperatorRules rules =
        OperatorRules.of(data, new KnownTakedowns(ledger, () -> met(crawls, counted.get().get())));
    opening.add(rules, rules::close);
    BlockingLeases leases = new BlockingLeases(loop, MonotonicClock::now);
    PeerTools tools =
        new PeerTools(
            data,
            leases,
            ledger.records(),
            options.client() ? null : new Budgets(leases, ledger),
            ledger::findPiece,
            results,
            options.wishes(),
            troubles,
            rules::refusal,
            options.trust().isOn() && !options.client(),
            stop);
    KindRunner runner =
        new KindRunner(options.kinds(), crawls, tools, loop, options.wishes().accepted());
    opening.add(runner, runner::close);
    WorkFile work = WorkFile.open(data, troubles);
    opening.add(work, work::close);
    long now = MonotonicClock.now();
    Handshakes handshakes =
        new Handshakes(now, keys, self, disk.serial(), options.swarm(), outbox, random);
    handshakes.onLineWanted(clientWays::wantedBy);
    options.expected().forEach(handshakes::expect);
    OverlayNode node =
        new OverlayNode(
            now,
            handshakes,
            new NodeParts(
                    disk,
                    results,
                    outbox,
                    handshakes,
                    handshakes,
                    keys,
                    runner,
                    random,
                    MembershipView::of)
                .trusting(
                    runner,
                    work,
                    options.client()
                        ? TrustSettings.OFF
                        : HandDecisions.read(data).in(options.trust()))
                .answering(words(data, loop, self, rules))
                .declining(new HoldRules(disk, rules::access)),
            options.client()
                ? options.settings().change().virtualNodes(0).done()
                : options.settings());
    SealedPeer sealed = new SealedPeer(handshakes, node);
    lines.serve(home, handshakes, sealed);
    if (options.gates().isEmpty()) {
      // Before its first tick: a swarm's first peer has nobody's leases to wait for.
      node.join(MonotonicClock.now(), List.of());
    }
    loop.start(sockets, node, sealed);
    opening.add(loop, loop::close);
    BulkListener listener =
        options.client() ? null : BulkListener.open(home, handshakes::knows, ways, lines);
    if (listener != null) {
      opening.add(listener, listener::close);
    }
    CrawlTallies tallies = new CrawlTallies(disk, ledger, keys, self, crawls);
    tallies.start();
    opening.add(tallies, tallies::close);
    counted.set(tallies::crawls);
    rules.takedowns().start();
    RunningPeer peer =
        new RunningPeer(
            loop,
            ledger,
            options.swarm(),
            home,
            handshakes,
            data,
            disk,
            keys,
            new PeerCrawls(loop, ledger, crawls, tallies, options.kinds(), keys, rules),
            troubles,
            listener,
            outbox,
            runner.log(),
            rules,
            opening.release());
    peer.join(options.gates());
    return peer;
  }

  private static void checkEmpty(Path data, Disk disk, NodeLoop<OverlayNode> loop)
      throws IOException {
    Path kept = data.resolve("results");
    boolean keeps = !disk.from(EntryId.FIRST, 1).isEmpty();
    if (!keeps && Files.isDirectory(kept)) {
      try (PieceDisk results = PieceDisk.open(kept, data, loop)) {
        keeps = !results.from(EntryId.FIRST, 1).isEmpty();
      }
    }
    if (keeps) {
      throw new IOException(
          "%s holds what a peer answers for, and a client owns nothing: run it once more without --client and end it with Ctrl-C, or name another --data"
              .formatted(data));
    }
  }

  /** What a client had not brought to its lenders when it ended: it is theirs to do again. */
  private static void forget(Disk lent) {
    for (List<Entry> some = lent.from(EntryId.FIRST, MOST_FORGOTTEN);
        !some.isEmpty();
        some = lent.from(EntryId.FIRST, MOST_FORGOTTEN)) {
      some.forEach(each -> lent.delete(each.id()));
    }
  }

  /** The words of what this peer keeps, for whoever searches the swarm. */
  private static HeldWords words(
      Path data, NodeLoop<OverlayNode> loop, Endpoint home, OperatorRules rules)
      throws IOException {
    SwarmAccess own = new OwnShelf(new PeerSwarm(loop), home);
    BorrowedFiles files = new BorrowedFiles(data.resolve("read"), MOST_READ, own);
    return new HeldWords(
        data.resolve("held-words"),
        new SwarmSource(own, files, at -> null, null, rules.takedowns()),
        rules::access,
        loop);
  }

  /** The crawls that this peer has met since it started, and those it has tasks of. */
  private static Set<CrawlId> met(KnownCrawls crawls, Collection<CrawlId> counted) {
    Set<CrawlId> all = new HashSet<>(counted);
    crawls.all().forEach(record -> all.add(record.number()));
    return all;
  }

  private static void closeUnlessStarted(NodeLoop<OverlayNode> loop) {
    if (!loop.isStarted()) {
      loop.close();
    }
  }

  /** A loop that has started closes them itself. */
  private static void closeUnlessOwned(UdpSockets sockets, NodeLoop<OverlayNode> loop)
      throws IOException {
    if (!loop.isStarted()) {
      sockets.close();
    }
  }

  private static UdpSockets bound(Endpoint home) throws IOException {
    try {
      return UdpSockets.open(sockets(home));
    } catch (BindException e) {
      throw new IOException(e.getMessage() + "; --bind names another address or port", e);
    }
  }

  private static UdpSettings sockets(Endpoint home) {
    return new UdpSettings(
        List.of(Home.at(home)), Transport.AUTO, LARGEST_PACKET, SEND_QUEUE, INBOX, SOCKET_BUFFER);
  }

  public PeerCrawls crawls() {
    return crawls;
  }

  public PeerTrust trust() {
    return new PeerTrust(loop, data);
  }

  /** What all peers keep. */
  public SwarmAccess swarm() {
    return new PeerSwarm(loop);
  }

  /**
   * What the whole swarm has captured, for the time machine.
   *
   * @param own what this peer has in files; null for nothing
   * @return what is left of that to be shown, if it was given, and what others have
   */
  public List<CaptureSource> archive(@Nullable CaptureSource own) throws IOException {
    BorrowedFiles files = new BorrowedFiles(data.resolve("borrowed"), MOST_BORROWED, swarm());
    SwarmSource others = new SwarmSource(swarm(), files, crawls::roundEnd, own, rules.takedowns());
    return own == null ? List.of(others) : List.of(new OwnCaptures(own, others), others);
  }

  /** What is not shown here, at the moment. */
  public AccessRules access() {
    return rules.access();
  }

  /** Reads what this peer refuses again. */
  public void readRulesAgain() throws IOException {
    rules.readAgain();
  }

  /** Finds words on all peers. */
  public WordSearch search() {
    return new SwarmSearch(swarm());
  }

  /** Brings all that the swarm keeps of a crawl into a directory. */
  public CrawlExport.Report export(CrawlId crawl, Path directory)
      throws IOException, InterruptedException {
    Takedowns takedowns = rules.takedowns().of(crawl);
    return new CrawlExport(
            swarm(), crawl, directory, takedowns == null ? List.of() : takedowns.lines())
        .run();
  }

  /** Brings what a crawl's tasks with URIs of that scheme brought into a directory. */
  public PeerAnswer.Collected collect(CrawlId crawl, String scheme, Path directory)
      throws IOException, InterruptedException {
    CrawlPlan plan = crawls.known(crawl).plan();
    KeptResults.Wanted wanted =
        new KeptResults.Wanted(crawl, plan, scheme, crawls.kinds(), PeerOrders.seconds());
    return new PeerAnswer.Collected(
        plan.seeds(), new KeptResults(swarm(), wanted, directory).run());
  }

  /** Brings what those crawls' fetches left of a page into a file; returns its length. */
  public long bring(String uri, List<CrawlId> of, Path file)
      throws IOException, InterruptedException {
    SwarmResults results = new SwarmResults(ledger.records(), ledger::findPiece);
    List<CrawlId> shown =
        of.stream().filter(crawl -> rules.takedowns().reason(crawl, uri) == null).toList();
    if (shown.isEmpty() && !of.isEmpty()) {
      throw new IOException(
          "%s is not shown: %s".formatted(uri, rules.takedowns().reason(of.getFirst(), uri)));
    }
    try {
      return results.write(uri, shown, file);
    } catch (FileNotFoundException e) {
      List<String> refusals = swarm().refusals(Gate.Service.BULK_READ);
      if (refusals.isEmpty()) {
        throw e;
      }
      throw new IOException(refusals.getLast(), e);
    }
  }

  /**
   * A link by which others join through this peer, or through those that have been there longest:
   * who has stayed for long is likely to stay.
   *
   * @param named whether it says the name of a swarm that is not the usual one; whoever has such a
   *     link can join
   */
  public Invitation invitation(boolean named) {
    List<Invitation.Host> hosts = new ArrayList<>();
    if (!isClient()) { // which cannot be knocked at
      hosts.add(new Invitation.Host(home, Signed.name(keys.verifying())));
    }
    loop.look(node -> node.members().others(PeerClaim.Life.LIVING)).stream()
        .filter(peer -> peer.virtualNodes() > 0)
        .sorted(Comparator.comparingLong(Peer::incarnation))
        .limit(MOST_OTHER_HOSTS)
        .map(
            peer ->
                new Invitation.Host(peer.address(), Signed.name(peer.credentials().signingKey())))
        .forEach(hosts::add);
    return new Invitation(named || swarm.equals(Invitation.USUAL_SWARM) ? swarm : null, hosts);
  }

  /** Whether a peer that lives there is known. */
  boolean knows(Endpoint address) {
    return loop.look(node -> node.members().lives(address));
  }

  /** Joins the swarm that one of these is in. */
  public void join(List<Endpoint> gates) {
    loop.tell(node -> node.join(MonotonicClock.now(), gates));
  }

  /** Whether it cannot be reached, and owns nothing. */
  boolean isClient() {
    return lines == null;
  }

  public Endpoint home() {
    return home;
  }

  public PeerStatus status() {
    return loop.look(
        it ->
            PeerStatus.of(
                it,
                home,
                handshakes,
                lines == null ? 0 : lines.refused(),
                disk.syncs(),
                troubles.all(),
                sent,
                crawls.states(),
                rules.view(it.refusals())));
  }

  /** Tasks that could not be done, of those this peer keeps the records of. */
  public List<PeerAnswer.FailedTask> failed(int most) {
    return FailedTasks.in(disk, most);
  }

  /** What became of the latest runs of tasks here. */
  public List<TaskLog.Run> log() {
    return log.latest();
  }

  /** Gives all that it holds to the others, as far as that can be done in so many seconds. */
  public boolean leave(long seconds) throws InterruptedException {
    loop.tell(node -> node.leave(MonotonicClock.now()));
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < deadline) {
      Thread.sleep(LEAVE_STEP);
      if (loop.look(OverlayNode::isEmpty)) {
        return true;
      }
      if (loop.look(it -> it.members().view().peers().isEmpty())) {
        break; // the others are leaving, too
      }
    }
    return false;
  }

  /** Stops; all that was taken in is on disk. */
  @Override
  public void close() throws IOException {
    opened.close();
  }
}
