package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.orbweaver.app.Progress;
import org.orbweaver.app.index.RunningIndexer;
import org.orbweaver.indexer.pipeline.PipelineMetrics;
import org.orbweaver.indexer.pipeline.PipelineSettings;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.lab.node.IdChoice;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Guest;
import org.orbweaver.sim.world.PopulationOptions;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.TrafficOptions;
import org.orbweaver.sim.world.Turnover;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * A week of an indexer in a DHT of a million nodes, in which torrents are born and die and clients
 * look them up: how long until a new torrent can be searched for, and what that asks of others.
 *
 * <p>Node and pipeline are the product's, with the settings of the public network; store and TCP
 * have twins. Of the clients' lookups only those that come by us are made, drawn by their rates. A
 * torrent's whole swarm is there from its birth and gone at its death; nodes do not come and go.
 */
public final class WeekExperiment {
  private static final int PORT = 6881;
  private static final double OLD = 0.99;
  private static final double ANNOUNCE_SHARE = 0.5;
  private static final double BAITS_PER_SECOND = 0.2;
  private static final int STEPS = 200;

  /** Each live client has five torrents and looks each up every quarter of an hour. */
  private static final double LOOKUPS_PER_CLIENT = 5.0 / Duration.ofMinutes(15).toSeconds();

  /** What was born later has not had its time when the run ends. */
  private static final long GRACE = Duration.ofHours(12).toNanos();

  /**
   * What a run is made of.
   *
   * @param torrents at any time
   * @param lifeDays how long a torrent lives on average
   */
  public record Options(
      int nodes, int torrents, int homes, double hours, double lifeDays, long seed) {}

  /**
   * What came of it.
   *
   * @param hoursToFill95 until 95 % of the obtainable torrents that were there at the start and
   *     lived on were in the catalog; -1 if they never were
   * @param born obtainable torrents that were born at least twelve hours before the end
   * @param searchableShare of those, in the catalog at the end
   * @param medianHours from birth until it can be searched for, over all of them, those never found
   *     included; -1 if half of them were not found
   * @param ninetiethHours the same for nine in ten
   * @param diedUnseen of those not found, how many died within the run
   * @param packetsPerSecond all that was sent, over the whole run
   * @param packetsPerSecondLater the same over its second half, when the first turn is long over
   * @param timesAClient queries of ours in that half beside a client with five torrents
   * @param packetsPerNodeAndDay that a node of the world got from us
   * @param busiestPerDay the node that got most
   * @param passingPerSecond clients' get_peers that came by us
   */
  public record Report(
      Options options,
      double hoursToFill95,
      int born,
      double searchableShare,
      double medianHours,
      double ninetiethHours,
      int diedUnseen,
      int stored,
      double packetsPerSecond,
      double packetsPerSecondLater,
      double clientPacketsPerSecond,
      double timesAClient,
      double packetsPerNodeAndDay,
      double busiestPerDay,
      double passingPerSecond,
      double processorSeconds,
      PipelineMetrics pipeline) {}

  private final Options options;
  private final Progress progress;

  public WeekExperiment(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  public Report run() {
    double began = processorSeconds();
    List<Contact> homes = IdChoice.STAGGERED.homes(options.homes, new Random(options.seed));
    WorldGround ground = ground(homes);
    NodeLoad load = new NodeLoad(ground.ipv4());
    LabLedger ledger = new LabLedger(LookupOrder.NATURAL, Recounting.asStored());
    IndexerInWorld place =
        new IndexerInWorld(
            ground,
            homes,
            RunningIndexer.paced(MainlineSettings.PUBLIC, RunningIndexer.Options.USUAL_PACKETS),
            PipelineSettings.of(Key.random(new Random(options.seed))).listeningAt(PORT),
            ledger,
            load,
            options.seed);
    long half = 0;
    for (int step = 0; step < STEPS; step++) {
      PipelineMetrics now = place.metrics();
      progress.at(
          (double) step / STEPS,
          "%,d hashes seen, %,d torrents"
              .formatted(now.harvest().unknown(), now.store().torrents()));
      half = step == STEPS / 2 ? load.all() : half;
      place.live(Duration.ofNanos(span().toNanos() / STEPS));
    }
    double later = (load.all() - half) / (span().toSeconds() / 2.0);
    return report(ground, place, ledger, load, later, processorSeconds() - began);
  }

  /** Of the whole process, compilers and collectors included. */
  private static double processorSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
  }

  private Duration span() {
    return Duration.ofMillis(Math.round(options.hours * 3_600_000));
  }

  private WorldGround ground(List<Contact> homes) {
    List<Guest> guests =
        homes.stream().map(home -> new Guest(home.id(), home.endpoint(), OLD, 0)).toList();
    double lookups = options.nodes * (1 - PopulationOptions.SILENT) * LOOKUPS_PER_CLIENT;
    Duration life = Duration.ofMinutes(Math.round(options.lifeDays * 24 * 60));
    return new WorldGround(
        WorldOptions.of(options.nodes, options.seed)
            .withFaults(Faults.ALL)
            .withContent(
                ContentOptions.of(options.torrents)
                    .withTurnover(new Turnover(IndexerInWorld.EPOCH, span(), life)))
            .withTraffic(
                new TrafficOptions(lookups, ANNOUNCE_SHARE, BAITS_PER_SECOND).drawnByRates())
            .withPopulation(population -> population.withGuests(guests)));
  }

  private Report report(
      WorldGround ground,
      IndexerInWorld place,
      LabLedger ledger,
      NodeLoad load,
      double later,
      double processor) {
    Catalogue catalogue = ground.catalogue();
    Swarms swarms = ground.swarms();
    Map<Key, LabLedger.Stored> stored = ledger.stored();
    long end = place.clock().now();
    List<Double> first = new ArrayList<>();
    List<Double> born = new ArrayList<>();
    int diedUnseen = 0;
    for (int torrent = 0; torrent < catalogue.size(); torrent++) {
      boolean obtainable =
          !catalogue.isPrivate(torrent)
              && (swarms.isFetchable(torrent) || swarms.isHidden(torrent));
      long birth = catalogue.bornAt(torrent);
      LabLedger.Stored found = stored.get(catalogue.infohash(torrent));
      double at = found == null ? Double.POSITIVE_INFINITY : found.at();
      if (obtainable && birth == Long.MIN_VALUE && catalogue.diesAt(torrent) > end) {
        first.add((at - IndexerInWorld.EPOCH) / 3.6e12);
      } else if (obtainable && birth >= IndexerInWorld.EPOCH && birth < end - GRACE) {
        born.add((at - birth) / 3.6e12);
        diedUnseen += found == null && catalogue.diesAt(torrent) < end ? 1 : 0;
      }
    }
    double client = NormalClient.queriesPerSecond(ground, options.seed);
    double days = span().toSeconds() / 86_400.0;
    return new Report(
        options,
        quantile(first, 0.95),
        born.size(),
        born.stream().filter(Double::isFinite).count() / (double) Math.max(1, born.size()),
        quantile(born, 0.5),
        quantile(born, 0.9),
        diedUnseen,
        stored.size(),
        load.all() / (double) span().toSeconds(),
        later,
        client,
        later / client,
        load.mean() / days,
        load.most() / days,
        place.world().traffic().queries() / (double) span().toSeconds(),
        processor,
        place.metrics());
  }

  private static double quantile(List<Double> hours, double share) {
    double[] sorted = hours.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return index < 0 || !Double.isFinite(sorted[index]) ? -1 : sorted[index];
  }
}
