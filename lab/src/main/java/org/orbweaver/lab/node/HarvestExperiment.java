package org.orbweaver.lab.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.orbweaver.app.Progress;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.MainlineSettings;
import org.orbweaver.mainline.TrafficObserver;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.Guest;
import org.orbweaver.sim.world.PopulationOptions;
import org.orbweaver.sim.world.TrafficOptions;
import org.orbweaver.sim.world.World;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

/**
 * How much a node hears that only listens (indexer paper §2.2): the world's clients look up their
 * torrents, now and then one comes by one of our homes, and that tells us an infohash. With one
 * home, 8 and 64, with random and with staggered IDs.
 */
public final class HarvestExperiment {
  /**
   * What it found.
   *
   * @param torrents in the world, by a Zipf law
   * @param lookupsPerSecond of all clients together: each live one has five torrents and looks each
   *     up every quarter of an hour
   */
  public record Report(
      int nodes, int torrents, double lookupsPerSecond, double hours, long seed, List<Row> rows) {
    public Report {
      rows = List.copyOf(rows);
    }
  }

  /**
   * One node's harvest.
   *
   * @param activeHashes that are looked up once an hour or more often, on average
   * @param heardShare of the active hashes that came by
   * @param heard how many hashes those are
   * @param queries get_peers that came by
   * @param announces that we heard; they come only where we are among the closest
   */
  public record Row(
      int homes,
      IdChoice ids,
      int activeHashes,
      double heardShare,
      int heard,
      long queries,
      long announces) {}

  private static final double LOOKUPS_PER_CLIENT = 5.0 / Duration.ofMinutes(15).toSeconds();
  private static final double ANNOUNCE_SHARE = 0.5;
  private static final Duration JOINING = Duration.ofMinutes(5);

  /** Everybody's table has long known us: how the homes became known is not the question. */
  private static final double OLD = 0.99;

  private final int nodes;
  private final double hours;
  private final long seed;
  private final Progress progress;

  /**
   * @param hours of virtual time that each node listens
   */
  public HarvestExperiment(int nodes, double hours, long seed, Progress progress) {
    this.nodes = nodes;
    this.hours = hours;
    this.seed = seed;
    this.progress = progress;
  }

  public Report run() {
    List<Row> rows = new ArrayList<>();
    for (int homes : new int[] {1, 8, 64}) {
      for (IdChoice ids : IdChoice.values()) {
        progress.at(rows.size() / 6.0, homes + " homes, " + ids);
        rows.add(run(homes, ids));
      }
    }
    return new Report(nodes, nodes, lookupsPerSecond(), hours, seed, rows);
  }

  private double lookupsPerSecond() {
    return nodes * (1 - PopulationOptions.SILENT) * LOOKUPS_PER_CLIENT;
  }

  Row run(int homes, IdChoice ids) {
    List<Contact> ours = ids.homes(homes, new Random(seed));
    List<Guest> guests =
        ours.stream().map(home -> new Guest(home.id(), home.endpoint(), OLD, 0)).toList();
    WorldGround ground =
        new WorldGround(
            WorldOptions.of(nodes, seed)
                .withFaults(Faults.NONE.withDistances())
                .withContent(ContentOptions.of(nodes))
                .withTraffic(new TrafficOptions(lookupsPerSecond(), ANNOUNCE_SHARE, 0))
                .withPopulation(population -> population.withGuests(guests)));
    Ear ear = new Ear();
    NodeInWorld place = new NodeInWorld(ground, ours, MainlineSettings.PUBLIC, ear, seed);
    place.live(JOINING);
    ear.clear();
    place.live(Duration.ofMillis(Math.round(hours * Duration.ofHours(1).toMillis())));
    return ear.row(homes, ids, place.world());
  }

  /** Keeps what the node hears of torrents. */
  private static final class Ear implements TrafficObserver {
    private final Set<Key> heard = new HashSet<>();
    private long queries;
    private long announces;

    @Override
    public void onGetPeers(long now, Contact asker, Key infohash, boolean likelyBait) {
      queries++;
      if (!likelyBait) {
        heard.add(infohash);
      }
    }

    @Override
    public void onAnnounce(long now, Contact announcer, Key infohash, Endpoint peer) {
      announces++;
      heard.add(infohash);
    }

    void clear() {
      heard.clear();
      queries = 0;
      announces = 0;
    }

    Row row(int homes, IdChoice ids, World world) {
      int[] active = world.traffic().activeTorrents();
      int heardActive =
          (int)
              Arrays.stream(active)
                  .filter(torrent -> heard.contains(world.catalogue().infohash(torrent)))
                  .count();
      return new Row(
          homes,
          ids,
          active.length,
          (double) heardActive / active.length,
          heardActive,
          queries,
          announces);
    }
  }
}
