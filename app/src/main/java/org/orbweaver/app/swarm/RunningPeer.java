package org.orbweaver.app.swarm;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.app.drive.BlockingLeases;
import org.orbweaver.app.drive.BulkListener;
import org.orbweaver.app.drive.BulkSender;
import org.orbweaver.app.drive.PeerThread;
import org.orbweaver.app.drive.ThreadedRunner;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.PeerKeys;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.Transport;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;
import org.orbweaver.wire.Outbox;

/** A peer on real sockets and a real disk. */
public final class RunningPeer implements AutoCloseable {
  /** What fits an Ethernet frame with room for tunnels goes as a datagram. */
  private static final int DATAGRAM = 1_400;

  private static final int INBOX = 1 << 16;
  private static final long LOOK_SECONDS = 20;
  private static final Duration LEAVE_STEP = Duration.ofMillis(200);

  /** What work on a task may need of its peer. */
  public record Tools(BlockingLeases leases, KnownCrawls crawls, PieceDisk results) {}

  /** What a peer can do with a task. */
  @FunctionalInterface
  public interface Trade {
    ThreadedRunner.Work with(Tools tools) throws IOException;
  }

  private final OverlayNode node;
  private final Handshakes handshakes;
  private final UdpEventLoop loop;
  private final PeerThread thread;
  private final BulkListener listener;
  private final BulkSender bulk;
  private final RocksDisk disk;
  private final PieceDisk results;
  private final PeerKeys keys;
  private final KnownCrawls crawls;

  private RunningPeer(
      OverlayNode node,
      Handshakes handshakes,
      UdpEventLoop loop,
      PeerThread thread,
      BulkListener listener,
      BulkSender bulk,
      RocksDisk disk,
      PieceDisk results,
      PeerKeys keys,
      KnownCrawls crawls) {
    this.node = node;
    this.handshakes = handshakes;
    this.loop = loop;
    this.thread = thread;
    this.listener = listener;
    this.bulk = bulk;
    this.disk = disk;
    this.results = results;
    this.keys = keys;
    this.crawls = crawls;
  }

  /**
   * Binds the home, opens the disk and takes part.
   *
   * @param swarm its name; peers of another one are strangers
   * @param gates peers of the swarm to join through; none for the first
   */
  public static RunningPeer start(
      Path data,
      String swarm,
      Endpoint home,
      List<Endpoint> gates,
      OverlaySettings settings,
      Trade trade)
      throws IOException {
    SecureRandom random = new SecureRandom();
    PeerThread thread = new PeerThread();
    UdpSockets sockets =
        UdpSockets.open(
            new UdpSettings(List.of(Home.at(home)), Transport.AUTO, 2_048, 1_024, INBOX, 4 << 20));
    Endpoint bound = sockets.homes().getFirst();
    RocksDisk disk = RocksDisk.open(data.resolve("ledger"), thread, random);
    PieceDisk results = PieceDisk.open(data.resolve("results"), data, thread);
    BulkSender bulk = new BulkSender(bound);
    Outbox outbox =
        (local, to, packet, length) ->
            (length <= DATAGRAM ? sockets : bulk).send(local, to, packet, length);
    AtomicReference<@Nullable OverlayNode> born = new AtomicReference<>();
    Supplier<OverlayNode> self =
        () -> Objects.requireNonNull(born.get(), "the node's thread runs after its birth");
    BlockingLeases leases =
        new BlockingLeases(thread, () -> self.get().leases(), MonotonicClock::now);
    KnownCrawls crawls =
        new KnownCrawls(
            id -> ask(thread, found -> self.get().find(MonotonicClock.now(), id, found)));
    PeerKeys keys = PeerKeyFile.read(data.resolve("peer.key"), random);
    long now = MonotonicClock.now();
    Handshakes handshakes = new Handshakes(now, keys, bound, disk.serial(), swarm, outbox, random);
    OverlayNode node =
        new OverlayNode(
            now,
            handshakes,
            new OverlayNode.Parts(
                disk,
                results,
                outbox,
                handshakes,
                handshakes,
                new ThreadedRunner(trade.with(new Tools(leases, crawls, results)), thread),
                CrawlRecord::isGenuine,
                random,
                MembershipView::of),
            settings);
    born.set(node);
    SealedPeer sealed = new SealedPeer(handshakes, node);
    UdpEventLoop loop =
        UdpEventLoop.start(
            sockets,
            sealed,
            (sentence, cause) -> System.err.println("orb: " + sentence + ": " + cause));
    thread.started(loop::execute);
    BulkListener listener =
        BulkListener.open(
            bound,
            handshakes::knows,
            (from, message) ->
                thread.execute(
                    () ->
                        sealed.onPacket(
                            MonotonicClock.now(), bound, from, message, message.length)));
    RunningPeer peer =
        new RunningPeer(
            node, handshakes, loop, thread, listener, bulk, disk, results, keys, crawls);
    peer.join(gates);
    return peer;
  }

  /** Has the node ask the swarm; returns what it found, or null. */
  private static @Nullable Entry ask(
      PeerThread thread, Consumer<Consumer<@Nullable Entry>> question) throws InterruptedException {
    CompletableFuture<Optional<Entry>> found = new CompletableFuture<>();
    thread.execute(() -> question.accept(entry -> found.complete(Optional.ofNullable(entry))));
    try {
      return found.get(LOOK_SECONDS, TimeUnit.SECONDS).orElse(null);
    } catch (ExecutionException | TimeoutException e) {
      return null; // the peer is too busy or ends
    }
  }

  /** The numbers of the crawls that this peer has met. */
  public List<Long> knownCrawls() {
    return crawls.all().stream().map(CrawlRecord::number).toList();
  }

  /** Brings what those crawls' fetches left of a page into a file; returns its length. */
  public long bring(String uri, List<Long> of, Path file) throws IOException, InterruptedException {
    SwarmResults results =
        new SwarmResults(
            id -> ask(thread, found -> node.find(MonotonicClock.now(), id, found)),
            id -> ask(thread, found -> node.findPiece(MonotonicClock.now(), id, found)));
    return results.write(uri, of, file);
  }

  /** Joins the swarm that one of these is in. */
  public void join(List<Endpoint> gates) {
    thread.execute(() -> node.join(MonotonicClock.now(), gates));
  }

  public Endpoint home() {
    return loop.homes().getFirst();
  }

  public PeerStatus status() {
    return look(it -> PeerStatus.of(it, handshakes.counters(), disk.syncs(), crawls.all()));
  }

  /**
   * Begins a crawl: its record first, then its seeds; returns when they are on r disks.
   *
   * @param seconds to wait for that
   */
  public CrawlRecord begin(CrawlPlan plan, long seconds) {
    CrawlRecord record = CrawlRecord.of(plan, keys);
    publish(record, seconds);
    submit(
        plan.seeds().stream().map(seed -> new Task(record.number(), 0, 0, 0, seed)).toList(),
        seconds);
    return record;
  }

  /** Stops a crawl that this peer began. */
  public CrawlRecord stop(long number, long seconds) throws InterruptedException {
    CrawlRecord running = crawls.get(MonotonicClock.now(), number);
    if (running == null) {
      throw new IllegalArgumentException(
          "the swarm knows no crawl " + CrawlRecord.name(number) + "; orb peers lists them");
    }
    CrawlRecord stopped = running.stopped(keys);
    publish(stopped, seconds);
    return stopped;
  }

  private void publish(CrawlRecord record, long seconds) {
    crawls.add(MonotonicClock.now(), record);
    CompletableFuture<Boolean> kept = new CompletableFuture<>();
    thread.execute(
        () -> node.store(MonotonicClock.now(), record.entry(), () -> kept.complete(true)));
    await(kept, seconds, "the swarm did not take the crawl's record");
  }

  /** Gives all that it holds to the others, as far as that can be done in so many seconds. */
  public boolean leave(long seconds) throws InterruptedException {
    thread.execute(() -> node.leave(MonotonicClock.now()));
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < deadline) {
      Thread.sleep(LEAVE_STEP);
      if (look(OverlayNode::isEmpty)) {
        return true;
      }
      if (look(it -> it.members().ring().peers().isEmpty())) {
        break; // the others are leaving, too
      }
    }
    return false;
  }

  /** Hands tasks to the swarm; returns when they are on r disks. */
  public void submit(List<Task> tasks, long seconds) {
    CompletableFuture<Boolean> acknowledged = new CompletableFuture<>();
    thread.execute(
        () -> node.submit(MonotonicClock.now(), tasks, () -> acknowledged.complete(true)));
    await(acknowledged, seconds, "the swarm did not acknowledge the tasks");
  }

  private <T> T look(Function<OverlayNode, T> view) {
    CompletableFuture<T> seen = new CompletableFuture<>();
    thread.execute(() -> seen.complete(view.apply(node)));
    return await(seen, LOOK_SECONDS, "the peer does not answer; it may have stopped");
  }

  private static <T> T await(CompletableFuture<T> future, long seconds, String otherwise) {
    try {
      return future.get(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(otherwise, e);
    }
  }

  /** Stops; all that was taken in is on disk. */
  @Override
  public void close() throws IOException {
    listener.close();
    bulk.close();
    loop.close();
    thread.ended();
    disk.close();
    results.close();
  }
}
