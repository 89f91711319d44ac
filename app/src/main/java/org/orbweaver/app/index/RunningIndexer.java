package org.orbweaver.app.index;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.NodeLoop;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.IncomingPeers;
import org.orbweaver.indexer.peer.MetadataFetch;
import org.orbweaver.indexer.peer.MetadataOutcome;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.peer.PeerFailure;
import org.orbweaver.indexer.peer.WantedTorrents;
import org.orbweaver.indexer.pipeline.Harvest;
import org.orbweaver.indexer.pipeline.IndexingNode;
import org.orbweaver.indexer.pipeline.IndexingPipeline;
import org.orbweaver.indexer.pipeline.PassiveRetrieval;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.indexer.pipeline.SampleTurns;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.Family;
import org.orbweaver.mainline.MainlineNode;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.NodeMetrics;
import org.orbweaver.mainline.NodeState;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.InetEndpoints;
import org.orbweaver.udp.LoopStatistics;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;

/** The indexer on real sockets: node, pipeline, and those who dial and are dialled. */
public final class RunningIndexer implements AutoCloseable {
  /**
   * What can be chosen.
   *
   * @param tcpPort where peers may call us, at the homes' own addresses; {@link #NO_CALLS} if they
   *     may not
   * @param fetches torrents whose peers are asked at once
   * @param packetsPerSecond what the node may ask of the DHT
   */
  public record Options(
      FetchOptions fetch,
      OutgoingRoute route,
      int tcpPort,
      boolean sweep,
      int fetches,
      int packetsPerSecond) {
    /** Peers cannot call us. */
    public static final int NO_CALLS = -1;

    /** Packets a second that nearly every line bears. */
    public static final int USUAL_PACKETS = 2_000;
  }

  /** All that can be told about a run. */
  public record Report(
      PipelineMetrics pipeline,
      NodeMetrics node,
      LoopStatistics udp,
      Map<PeerFailure, Long> peerFailures) {}

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration SETTLING = Duration.ofSeconds(6);
  private static final Duration SETTLING_STEP = Duration.ofMillis(50);

  private final IndexingNode indexer;
  private final NodeLoop<IndexingNode> loop;
  private final UdpEventLoop udp;
  private final ThreadedWork work;
  private final MetadataFetch fetch;
  private final @Nullable IncomingPeers incoming;
  private final StateFile state;
  private final SampledNodesFile restings;
  private final SampleTurns sampled;

  private RunningIndexer(
      IndexingNode indexer,
      NodeLoop<IndexingNode> loop,
      UdpEventLoop udp,
      ThreadedWork work,
      MetadataFetch fetch,
      @Nullable IncomingPeers incoming,
      StateFile state,
      SampledNodesFile restings,
      SampleTurns sampled) {
    this.indexer = indexer;
    this.loop = loop;
    this.udp = udp;
    this.work = work;
    this.fetch = fetch;
    this.incoming = incoming;
    this.state = state;
    this.restings = restings;
    this.sampled = sampled;
  }

  /** Binds the homes, joins the network and begins to index into the ledger. */
  public static RunningIndexer start(DhtSetup place, HashLedger ledger, Options options)
      throws IOException {
    NodeState saved = place.state().load();
    SampledNodesFile restings = SampledNodesFile.beside(place.state());
    SampleTurns sampled = new SampleTurns();
    sampled.recall(MonotonicClock.now(), restings.load(MonotonicClock.now()));
    NodeLoop<IndexingNode> loop = new NodeLoop<>("the indexer", PATIENCE);
    ThreadedWork work = new ThreadedWork(MonotonicClock::now, loop::offer, loop::isAlive);
    MetadataFetch fetch = new MetadataFetch(options.fetch(), options.route());
    AtomicReference<@Nullable IndexingPipeline> pipeline = new AtomicReference<>();
    WantedTorrents wanted = new WantedTorrents(PassiveRetrieval.MOST_WANTED);
    IncomingPeers incoming =
        options.tcpPort() == Options.NO_CALLS
            ? null
            : IncomingPeers.listen(
                addresses(place.homes()),
                options.tcpPort(),
                wanted,
                options.fetch(),
                outcome -> work.tell(() -> called(pipeline.get(), outcome)));
    int port = incoming == null ? 0 : incoming.port();
    Harvest harvest = new Harvest();
    PassiveRetrieval passive = new PassiveRetrieval(port, wanted);
    SecureRandom random = new SecureRandom();
    UdpSockets sockets =
        UdpSockets.open(UdpSettings.of(place.homes().stream().map(Home::at).toList()));
    MainlineNode node =
        new MainlineNode(
            MonotonicClock.now(),
            paced(place.settings(), options.packetsPerSecond()),
            sockets.homes(),
            place.bootstrap(),
            saved,
            harvest,
            passive,
            sockets,
            random);
    List<DhtClient> clients =
        Stream.of(Family.values()).flatMap(family -> node.client(family).stream()).toList();
    PipelineSettings usual =
        PipelineSettings.of(Key.random(random))
            .withLookups(PipelineSettings.lookupsAt(options.packetsPerSecond()))
            .listeningAt(port)
            .withFetches(options.fetches());
    IndexingPipeline stages =
        new IndexingPipeline(
            options.sweep() ? usual : usual.withoutSweep(),
            clients,
            harvest,
            passive,
            sampled,
            ledger,
            work,
            fetch,
            work::tell);
    pipeline.set(stages);
    IndexingNode indexer = new IndexingNode(node, stages);
    UdpEventLoop udp = loop.start(sockets, indexer, indexer);
    return new RunningIndexer(
        indexer, loop, udp, work, fetch, incoming, place.state(), restings, sampled);
  }

  /** A node of an indexer that may send so much. */
  public static MainlineSettings paced(MainlineSettings place, int packetsPerSecond) {
    LookupSettings lookup = place.lookup().withConcurrency(PipelineSettings.CONCURRENCY);
    return place
        .withLookup(lookup)
        .withLookups(PipelineSettings.lookupsAt(packetsPerSecond))
        .withQueriesPerSecond(packetsPerSecond);
  }

  private static Set<InetAddress> addresses(List<Endpoint> homes) {
    return homes.stream()
        .map(home -> InetEndpoints.toInet(home).getAddress())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void called(@Nullable IndexingPipeline pipeline, MetadataOutcome outcome) {
    if (pipeline != null && outcome instanceof MetadataOutcome.Obtained(var hash, var torrent, _)) {
      pipeline.onCalled(hash, torrent);
    }
  }

  public PipelineMetrics metrics() {
    return look(node -> node.pipeline().metrics());
  }

  /** Whether its node still runs. */
  public boolean isAlive() {
    return loop.isAlive();
  }

  public Report report() {
    NodeMetrics node = look(it -> it.node().metrics());
    return new Report(metrics(), node, udp.statistics(), fetch.counters().failures());
  }

  public int contacts() {
    return look(
        node ->
            node.node().metrics().sizes().ipv4Contacts()
                + node.node().metrics().sizes().ipv6Contacts());
  }

  /** Has these looked up as if they had been seen. */
  public void want(List<Key> infohashes) {
    work.tell(() -> indexer.pipeline().want(infohashes));
  }

  private <T> T look(Function<IndexingNode, T> view) {
    return loop.look(view);
  }

  /** Keeps what the node has learnt so far. */
  public void save() throws IOException {
    NodeState known = look(node -> node.node().state());
    if (!known.contacts().isEmpty()) {
      state.save(known);
    }
    restings.append(look(node -> sampled.drain()));
  }

  /** Keeps what the node has learnt and what is in hand, gives back the rest and stops. */
  @Override
  public void close() throws IOException {
    try (loop;
        work) {
      save();
      work.tell(() -> indexer.pipeline().stop());
      fetch.close();
      if (incoming != null) {
        incoming.close();
      }
      awaitSettled();
    }
  }

  private void awaitSettled() {
    long deadline = System.nanoTime() + SETTLING.toNanos();
    while (System.nanoTime() < deadline && !look(node -> node.pipeline().isSettled())) {
      LockSupport.parkNanos(SETTLING_STEP.toNanos());
    }
  }
}
