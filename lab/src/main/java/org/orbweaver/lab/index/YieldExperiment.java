package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.LookupSettings;
import org.orbweaver.lab.node.IdChoice;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Guest;
import org.orbweaver.sim.world.PopulationOptions;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.TrafficOptions;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * The whole indexer for some virtual hours in a world with all its faults: how many torrents it
 * sees, looks up and obtains, and at what cost for others. It starts with nothing: its hashes come
 * from sample_infohashes and from whoever asks it.
 */
public final class YieldExperiment {
  private static final int PORT = 6881;
  private static final double OLD = 0.99;
  private static final double ANNOUNCE_SHARE = 0.5;
  private static final double BAITS_PER_SECOND = 0.2;

  /** Each live client has five torrents and looks each up every quarter of an hour. */
  private static final double LOOKUPS_PER_CLIENT = 5.0 / Duration.ofMinutes(15).toSeconds();

  /**
   * Lookups of one torrent that are simulated. Popular torrents have more, which took most of the
   * time: without them the indexer hears less, never more.
   */
  private static final double MOST_PER_HOUR = 6;

  /**
   * What a run is made of.
   *
   * @param traffic the share of the world's own lookups that are made at all
   * @param announce whether passive retrieval also announces; if not, our address is only injected
   *     into answers, as in the paper
   */
  public record Options(
      int nodes,
      int torrents,
      int homes,
      double hours,
      double traffic,
      boolean faults,
      boolean announce,
      long seed) {}

  /**
   * What it obtained.
   *
   * @param seen torrents of the world whose hash it came to know
   * @param fetchable torrents that at least one peer serves to whoever dials it, private ones aside
   * @param fetchableSeen those of them that it came to know
   * @param obtainedOfSeen the share of {@code fetchableSeen} in the catalog
   * @param obtainedOfAll the share of {@code fetchable} in the catalog
   * @param hidden torrents all of whose peers can only dial out, private ones aside, of those seen
   * @param hiddenObtained the share of them in the catalog
   * @param wrong torrents in the catalog whose hash or name is not the world's
   * @param liesRefused peers' metadata that had another hash than asked for
   * @param baitsNoted invented hashes that were taken for real ones
   * @param queriesPerLookup of finished lookups, second ones included
   * @param queriesPerTorrent all queries of all lookups for every torrent obtained
   * @param queriesPerHomeSecond that each home sent, in all it did, on average over the run
   * @param timesANormalClient those queries beside a client with five torrents
   */
  public record Report(
      Options options,
      int seen,
      int fetchable,
      int fetchableSeen,
      double obtainedOfSeen,
      double obtainedOfAll,
      int hidden,
      double hiddenObtained,
      int obtained,
      int wrong,
      long liesRefused,
      long baitsNoted,
      double queriesPerLookup,
      double queriesPerTorrent,
      double queriesPerHomeSecond,
      double timesANormalClient,
      double wallSeconds,
      PipelineMetrics pipeline) {}

  private final Options options;
  private final Progress progress;

  public YieldExperiment(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /** With a store that is not the question. */
  public Report run() {
    return run(new LabLedger(LookupOrder.NATURAL));
  }

  Report run(RunLedger ledger) {
    long began = System.nanoTime();
    List<Contact> homes = IdChoice.STAGGERED.homes(options.homes, new Random(options.seed));
    WorldGround ground = ground(homes);
    IndexerInWorld place = place(ground, homes, ledger);
    int steps = 100;
    for (int step = 0; step < steps; step++) {
      PipelineMetrics now = place.metrics();
      progress.at(
          (double) step / steps,
          "%,d hashes seen, %,d torrents"
              .formatted(now.harvest().unknown(), now.store().torrents()));
      place.live(Duration.ofMillis(Math.round(options.hours * 3_600_000 / steps)));
    }
    return report(ground, place, ledger, (System.nanoTime() - began) / 1e9);
  }

  private WorldGround ground(List<Contact> homes) {
    List<Guest> guests =
        homes.stream().map(home -> new Guest(home.id(), home.endpoint(), OLD, 0)).toList();
    double lookups = options.nodes * (1 - PopulationOptions.SILENT) * LOOKUPS_PER_CLIENT;
    return new WorldGround(
        WorldOptions.of(options.nodes, options.seed)
            .withFaults(options.faults ? Faults.ALL : Faults.NONE.withDistances())
            .withContent(ContentOptions.of(options.torrents))
            .withTraffic(
                new TrafficOptions(lookups * options.traffic, ANNOUNCE_SHARE, BAITS_PER_SECOND)
                    .withMostPerHour(MOST_PER_HOUR))
            .withPopulation(population -> population.withGuests(guests)));
  }

  private IndexerInWorld place(WorldGround ground, List<Contact> homes, RunLedger ledger) {
    PipelineSettings usual =
        PipelineSettings.of(Key.random(new Random(options.seed))).listeningAt(PORT);
    return new IndexerInWorld(
        ground,
        homes,
        MainlineSettings.PUBLIC
            .withLookups(PipelineSettings.LOOKUPS)
            .withLookup(LookupSettings.PUBLIC.withConcurrency(PipelineSettings.CONCURRENCY)),
        options.announce ? usual : usual.withoutAnnounces(),
        ledger.ledger(),
        (local, to, packet, length) -> true,
        options.seed);
  }

  private Report report(
      WorldGround ground, IndexerInWorld place, RunLedger ledger, double wallSeconds) {
    Catalogue catalogue = place.world().catalogue();
    Swarms swarms = place.world().ipv4().swarms();
    Map<Key, String> stored = ledger.names();
    int wrong = 0;
    for (Map.Entry<Key, String> entry : stored.entrySet()) {
      int torrent = catalogue.find(entry.getKey());
      boolean right =
          torrent != Catalogue.NONE && entry.getValue().startsWith(catalogue.name(torrent));
      wrong += right ? 0 : 1;
    }
    IntPredicate known = torrent -> ledger.knows(catalogue.infohash(torrent));
    IntPredicate obtained = torrent -> stored.containsKey(catalogue.infohash(torrent));
    IntPredicate fetchable =
        torrent -> !catalogue.isPrivate(torrent) && swarms.isFetchable(torrent);
    IntPredicate hidden =
        torrent -> !catalogue.isPrivate(torrent) && swarms.isHidden(torrent) && known.test(torrent);
    PipelineMetrics metrics = place.metrics();
    int seen = count(known);
    double queries = place.node().metrics().queriesSent() / (options.hours * 3600 * options.homes);
    return new Report(
        options,
        seen,
        count(fetchable),
        count(fetchable.and(known)),
        share(fetchable.and(known), obtained),
        share(fetchable, obtained),
        count(hidden),
        share(hidden, obtained),
        stored.size(),
        wrong,
        place.peers().lies(),
        ledger.seen() - seen,
        (double) metrics.lookups().queries() / metrics.lookups().finished(),
        (double) metrics.lookups().queries() / stored.size(),
        queries,
        queries / NormalClient.queriesPerSecond(ground, options.seed),
        wallSeconds,
        metrics);
  }

  private int count(IntPredicate which) {
    return (int) IntStream.range(0, options.torrents).filter(which).count();
  }

  private double share(IntPredicate of, IntPredicate which) {
    return (double) count(of.and(which)) / Math.max(1, count(of));
  }
}
