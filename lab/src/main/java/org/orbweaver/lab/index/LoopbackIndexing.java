package org.orbweaver.lab.index;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.dht.StateFile;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.peer.FetchOptions;
import org.orbweaver.indexer.peer.OutgoingRoute;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.Bootstrap;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Dht;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import org.orbweaver.udp.MonotonicClock;

/**
 * The whole indexer on real sockets against a world on loopback, by the wall clock and into SQLite.
 * Its hashes are given, for a sweep would take the world's time rather than the indexer's.
 */
public final class LoopbackIndexing {
  /**
   * What came of it.
   *
   * @param obtainedOfFetchable the share of torrents in the catalog that a peer serves, private
   *     ones aside
   * @param seconds from the start of the node, which knows nobody then, to the last torrent
   * @param torrentsPerSecond over all of that time
   * @param steadyTorrentsPerSecond from the first torrent until nine in ten were there
   * @param bestTorrentsPerSecond in the best ten seconds
   * @param processorSeconds that the process took meanwhile, world included: on a machine that does
   *     something else too, the time says little
   * @param wrong torrents in the catalog that are not the world's
   * @param heapMegabytes most that was in use after a look every second, world included
   */
  record Report(
      int nodes,
      int torrents,
      boolean faults,
      int prefilled,
      double seconds,
      int fetchable,
      double obtainedOfFetchable,
      int hidden,
      double hiddenObtained,
      long obtained,
      int wrong,
      double torrentsPerSecond,
      double steadyTorrentsPerSecond,
      double bestTorrentsPerSecond,
      double processorSeconds,
      double queriesPerLookup,
      long heapMegabytes,
      PipelineMetrics pipeline) {}

  /** So long without a new torrent, though all hashes were claimed, and the run is over. */
  private static final Duration QUIET = Duration.ofSeconds(15);

  private final int nodes;
  private final int torrents;
  private final int homes;
  private final int seconds;
  private final boolean faults;
  private final int prefill;
  private final long seed;
  private final Progress progress;

  public LoopbackIndexing(
      int nodes,
      int torrents,
      int homes,
      int seconds,
      boolean faults,
      int prefill,
      long seed,
      Progress progress) {
    this.nodes = nodes;
    this.torrents = torrents;
    this.homes = homes;
    this.seconds = seconds;
    this.faults = faults;
    this.prefill = prefill;
    this.seed = seed;
    this.progress = progress;
  }

  public Report run() throws IOException, InterruptedException {
    int port = FreePort.next();
    WorldOptions options =
        WorldOptions.of(nodes, seed)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withFaults(faults ? Faults.ALL : Faults.NONE)
            .withContent(ContentOptions.of(torrents));
    try (TemporaryFolder folder = new TemporaryFolder("orb-lab-index");
        LoopbackWorld world = LoopbackWorld.open(options, (what, cause) -> {});
        TorrentStore store =
            TorrentStores.open(
                folder.file("torrents.db"), RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      new StoreLedger(store).fill(prefill, seed, MonotonicClock.now(), progress);
      return run(world, store);
    }
  }

  private Report run(LoopbackWorld world, TorrentStore store)
      throws IOException, InterruptedException {
    Catalogue catalogue = world.world().catalogue();
    long began = System.nanoTime();
    double processorBefore = processorSeconds();
    long most = 0;
    StoredOverTime stored = new StoredOverTime(began);
    PipelineMetrics last;
    try (RunningIndexer indexer = RunningIndexer.start(place(world), store, options())) {
      indexer.want(IntStream.range(0, torrents).mapToObj(catalogue::infohash).toList());
      long end = began + Duration.ofSeconds(seconds).toNanos();
      do {
        Thread.sleep(1_000);
        last = indexer.metrics();
        stored.add(System.nanoTime(), last.store().torrents());
        Runtime runtime = Runtime.getRuntime();
        most = Math.max(most, runtime.totalMemory() - runtime.freeMemory());
        progress.at(
            (System.nanoTime() - began) / (seconds * 1e9),
            "%,d torrents of %,d".formatted(stored.torrents(), torrents));
      } while (System.nanoTime() < end
          && (last.claims() < torrents || System.nanoTime() - stored.lastNew() < QUIET.toNanos()));
    }
    return report(world, store, last, stored, processorSeconds() - processorBefore, most >> 20);
  }

  private Report report(
      LoopbackWorld world,
      TorrentStore store,
      PipelineMetrics metrics,
      StoredOverTime stored,
      double processorSeconds,
      long megabytes) {
    Catalogue catalogue = world.world().catalogue();
    Swarms swarms = world.world().ipv4().swarms();
    int fetchable = 0;
    int fetched = 0;
    int hidden = 0;
    int hiddenFetched = 0;
    int wrong = 0;
    for (int torrent = 0; torrent < torrents; torrent++) {
      Key hash = catalogue.infohash(torrent);
      String name = store.torrent(hash).map(listing -> listing.entry().name()).orElse("");
      wrong += name.isEmpty() || name.startsWith(catalogue.name(torrent)) ? 0 : 1;
      int got = name.isEmpty() ? 0 : 1;
      if (!catalogue.isPrivate(torrent) && swarms.isFetchable(torrent)) {
        fetchable++;
        fetched += got;
      } else if (!catalogue.isPrivate(torrent) && swarms.isHidden(torrent)) {
        hidden++;
        hiddenFetched += got;
      }
    }
    return new Report(
        nodes,
        torrents,
        faults,
        prefill,
        stored.seconds(),
        fetchable,
        (double) fetched / Math.max(1, fetchable),
        hidden,
        (double) hiddenFetched / Math.max(1, hidden),
        metrics.store().torrents(),
        wrong,
        stored.torrents() / stored.seconds(),
        stored.steadyPerSecond(),
        stored.bestPerSecond(),
        processorSeconds,
        (double) metrics.lookups().queries() / Math.max(1, metrics.lookups().finished()),
        megabytes,
        metrics);
  }

  private static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  private DhtSetup place(LoopbackWorld world) {
    Dht dht = world.world().ipv4();
    List<Endpoint> ours =
        IntStream.range(0, homes)
            .mapToObj(i -> Endpoint.parse("127.0." + (10 + i) + ".1:0"))
            .toList();
    List<Endpoint> known =
        IntStream.range(0, nodes)
            .filter(node -> !dht.population().silent(node))
            .limit(4)
            .mapToObj(dht.population()::endpoint)
            .toList();
    return new DhtSetup(
        MainlineSettings.PRIVATE, ours, new Bootstrap(known, List.of()), StateFile.NONE, true);
  }

  private static RunningIndexer.Options options() {
    return new RunningIndexer.Options(
        FetchOptions.DEFAULT.withConnections(4_000, 2_000),
        OutgoingRoute.DIRECT.allowingAnyAddress(),
        0,
        false,
        2_000,
        MainlineSettings.PRIVATE.pace().queriesPerSecond());
  }
}
