package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.pipeline.LookupMetrics;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.lab.node.IdChoice;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * What it costs to look up all torrents of the world, whose hashes are known from the beginning: in
 * natural order, most seen first, newest first and in no order (indexer paper §2.6), with the
 * lookup cache and without (§2.5), and with many starting points or one (§2.6.1).
 */
public final class OrderExperiment {
  private static final int PAPERS_LOOKUPS_PER_HOME = 3;
  private static final Duration LONGEST = Duration.ofHours(12);
  private static final Duration STEP = Duration.ofSeconds(30);

  /**
   * One way of going about it.
   *
   * @param cached how many nodes the lookup cache holds at most
   * @param concurrency queries of one lookup under way at once
   * @param stopEarly whether a lookup ends when two nodes agree on a peer
   */
  public record Case(
      String name, LookupOrder order, int cached, int concurrency, boolean stopEarly, int walks) {}

  /**
   * How it went.
   *
   * @param queriesPerTorrent of all lookups, second ones included, for every torrent looked up
   * @param queriesPerLookup of a single lookup
   * @param busiestRegion the load of the busiest 64th of the keyspace in ten seconds, in units of
   *     the mean: what one part of the DHT has to bear while the others rest
   * @param hours of virtual time until all torrents were looked up
   */
  public record Row(
      Case way,
      long lookups,
      double queriesPerTorrent,
      double queriesPerLookup,
      double busiestRegion,
      long obtained,
      double hours) {}

  /**
   * All of it.
   *
   * @param shareOfUncached queries per torrent in natural order with the cache, beside the same
   *     node without cache in no order
   * @param shareOfPapers the same beside the paper's ten queries at a time
   */
  public record Report(
      int nodes,
      int torrents,
      int homes,
      long seed,
      double shareOfUncached,
      double shareOfPapers,
      List<Row> rows) {
    public Report {
      rows = List.copyOf(rows);
    }
  }

  private final int nodes;
  private final int torrents;
  private final int homes;
  private final long seed;
  private final Progress progress;

  public OrderExperiment(int nodes, int torrents, int homes, long seed, Progress progress) {
    this.nodes = nodes;
    this.torrents = torrents;
    this.homes = homes;
    this.seed = seed;
    this.progress = progress;
  }

  private List<Case> cases() {
    int ours = PipelineSettings.CONCURRENCY;
    int usual = LookupSettings.PUBLIC.concurrency();
    int all = MainlineSettings.PUBLIC.room().cachedNodes();
    // Our cache holds about a fiftieth of the real network; in a small world it would hold all of
    // it,
    // and every order would find what it needs there.
    int few = Math.max(1, nodes / 50);
    return List.of(
        new Case("ours", LookupOrder.NATURAL, all, ours, true, homes),
        new Case("no order, no cache", LookupOrder.RANDOM, 0, usual, false, homes),
        new Case("the same, 10 at once", LookupOrder.RANDOM, 0, 10, false, homes),
        new Case("ours without cache", LookupOrder.RANDOM, 0, ours, true, homes),
        new Case("natural, to the end", LookupOrder.NATURAL, all, usual, false, homes),
        new Case("ours, one start", LookupOrder.NATURAL, all, ours, true, 1),
        new Case("ours, most seen first", LookupOrder.MOST_SEEN, all, ours, true, homes),
        new Case("natural, small cache", LookupOrder.NATURAL, few, ours, true, homes),
        new Case("most seen, small cache", LookupOrder.MOST_SEEN, few, ours, true, homes),
        new Case("newest, small cache", LookupOrder.NEWEST, few, ours, true, homes));
  }

  public Report run() {
    WorldGround ground =
        new WorldGround(
            WorldOptions.of(nodes, seed)
                .withFaults(Faults.NONE.withDistances())
                .withContent(ContentOptions.of(torrents)));
    List<Row> rows = new ArrayList<>();
    for (Case each : cases()) {
      progress.at((double) rows.size() / cases().size(), each.name());
      rows.add(run(ground, each));
    }
    double ours = rows.get(0).queriesPerTorrent();
    return new Report(
        nodes,
        torrents,
        homes,
        seed,
        ours / rows.get(1).queriesPerTorrent(),
        ours / rows.get(2).queriesPerTorrent(),
        rows);
  }

  Row run(WorldGround ground, Case way) {
    List<Contact> ours = IdChoice.STAGGERED.homes(homes, new Random(seed));
    LabLedger ledger = new LabLedger(way.order());
    PipelineSettings usual =
        PipelineSettings.of(Key.random(new Random(seed)))
            .withLookups(PAPERS_LOOKUPS_PER_HOME * homes)
            .withWalks(way.walks())
            .withoutSweep();
    RegionLoad load = new RegionLoad(ground.ipv4());
    IndexerInWorld place =
        new IndexerInWorld(
            ground,
            ours,
            MainlineSettings.PUBLIC
                .withLookup(LookupSettings.PUBLIC.withConcurrency(way.concurrency()))
                .withLookups(PAPERS_LOOKUPS_PER_HOME * homes)
                .withCachedNodes(way.cached()),
            way.stopEarly() ? usual : usual.toTheEnd(),
            ledger,
            load,
            seed);
    place.live(Duration.ofMinutes(5));
    load.begin(place.clock());
    long began = place.clock().now();
    ledger.note(sightings(place), began);
    while (place.clock().now() - began < LONGEST.toNanos() && !isDone(place.metrics())) {
      place.live(STEP);
    }
    LookupMetrics lookups = place.metrics().lookups();
    return new Row(
        way,
        lookups.finished(),
        (double) lookups.queries() / torrents,
        (double) lookups.queries() / lookups.finished(),
        load.busiest(),
        place.metrics().store().torrents(),
        (place.clock().now() - began) / 3.6e12);
  }

  private boolean isDone(PipelineMetrics metrics) {
    return metrics.claims() >= torrents
        && metrics.claimed() == 0
        && metrics.lookups().running() + metrics.lookups().again() == 0
        && metrics.fetches().running() + metrics.fetches().waiting() == 0;
  }

  /** In the order of their births, which has nothing to do with popularity; seen as popular. */
  private List<ObservedHash> sightings(IndexerInWorld place) {
    Random random = new Random(seed);
    int[] born = IntStream.range(0, torrents).toArray();
    for (int i = torrents - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int torrent = born[i];
      born[i] = born[j];
      born[j] = torrent;
    }
    return IntStream.of(born)
        .mapToObj(
            torrent ->
                new ObservedHash(
                    place.world().catalogue().infohash(torrent),
                    1 + (int) (place.world().catalogue().popularity(torrent) * 1_000_000),
                    true))
        .toList();
  }
}
