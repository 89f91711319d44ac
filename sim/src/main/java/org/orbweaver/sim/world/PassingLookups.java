package org.orbweaver.sim.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.orbweaver.kademlia.Key;

/**
 * The clients' lookups that come by guests, drawn as such: in a large world they are one in
 * hundreds of thousands, and nobody has the time to make the others. How many nodes a lookup asks
 * at each distance from its target is counted in some {@value #SURVEY} lookups; a guest is one of
 * those at its distance as likely as any other live node there that has been around for long, as
 * guests have: such nodes are in more tables than young ones. Each lookup goes its own way here,
 * while those of one torrent really have their last steps in common: so guests hear of more
 * different torrents, up to twice as many, in as many questions.
 */
final class PassingLookups {
  private static final int SURVEY = 2_000;
  private static final int DEPTHS = 64;

  /** The rank in age from which on a node counts as old. */
  private static final double OLD = 0.9;

  /** A guest's torrents at one distance, and how often one of them comes by. */
  private static final class Stream {
    private final int guest;
    private final int[] torrents;
    private final double[] cumulative;
    private final double perLookup;

    Stream(int guest, int[] torrents, double[] cumulative, double perLookup) {
      this.guest = guest;
      this.torrents = torrents;
      this.cumulative = cumulative;
      this.perLookup = perLookup;
    }
  }

  private final Dht dht;
  private final Catalogue catalogue;
  private final List<Stream> streams = new ArrayList<>();
  private final double[] upTo;
  private final int[] closest = new int[RoutingTables.BUCKET_SIZE];

  PassingLookups(Dht dht, Catalogue catalogue, int[] guests, long seed, long now) {
    this.dht = dht;
    this.catalogue = catalogue;
    double[] chance = chances(seed, now);
    for (int guest : guests) {
      addStreams(guest, chance);
    }
    upTo = new double[streams.size()];
    double sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += streams.get(i).perLookup;
      upTo[i] = sum;
    }
  }

  /** By how many bits a node shares with a target, the chance that a lookup of it asks the node. */
  private double[] chances(long seed, long now) {
    SimulatedLookup lookup = new SimulatedLookup(dht);
    Population population = dht.population();
    double[] visits = new double[DEPTHS];
    long live = 0;
    for (int i = 0; i < SURVEY; i++) {
      int client = Mix.below(Mix.hash(seed, i, 1), population.size());
      live += dht.liveness().live(client, now) ? 1 : 0;
      long target = Mix.hash(seed, i, 2);
      lookup.run(client, target, now);
      for (int visit = 0; visit < lookup.visits(); visit++) {
        int node = lookup.visited(visit);
        if (dht.liveness().live(node, now) && population.ageRank(node) >= OLD) {
          visits[depth(population.keys().high(node), target)]++;
        }
      }
    }
    double nodes = (double) population.size() * live / SURVEY;
    double[] chance = new double[DEPTHS];
    for (int depth = 0; depth < DEPTHS; depth++) {
      double there = nodes * Math.scalb(1.0, -depth - 1);
      chance[depth] = there < 1 ? 1 : Math.min(1, visits[depth] / SURVEY / (there * (1 - OLD)));
    }
    return chance;
  }

  private static int depth(long node, long target) {
    return Math.min(DEPTHS - 1, Long.numberOfLeadingZeros(node ^ target));
  }

  private void addStreams(int guest, double[] chance) {
    long id = dht.population().keys().high(guest);
    int[] depths = new int[catalogue.size()];
    int[] sizes = new int[DEPTHS];
    for (int torrent = 0; torrent < depths.length; torrent++) {
      depths[torrent] = depth(id, catalogue.infohash(torrent).high());
      sizes[depths[torrent]]++;
    }
    for (int depth = 0; depth < DEPTHS; depth++) {
      if (sizes[depth] > 0) {
        int[] torrents = new int[sizes[depth]];
        double[] cumulative = new double[sizes[depth]];
        double sum = 0;
        int filled = 0;
        for (int torrent = 0; torrent < depths.length; torrent++) {
          if (depths[torrent] == depth) {
            sum += catalogue.popularity(torrent);
            torrents[filled] = torrent;
            cumulative[filled++] = sum;
          }
        }
        streams.add(new Stream(guest, torrents, cumulative, sum * chance[depth]));
      }
    }
  }

  /** Of all lookups, how many come by a guest. */
  double share() {
    return upTo.length == 0 ? 0 : upTo[upTo.length - 1];
  }

  /** One that comes by: whom it asks, and for what. */
  record Passing(int guest, int torrent) {}

  Passing pick(double first, double second) {
    Stream stream = streams.get(above(upTo, first));
    return new Passing(stream.guest, stream.torrents[above(stream.cumulative, second)]);
  }

  private static int above(double[] cumulative, double unit) {
    int found = Arrays.binarySearch(cumulative, unit * cumulative[cumulative.length - 1]);
    return Math.min(cumulative.length - 1, found >= 0 ? found + 1 : -found - 1);
  }

  /** Whether a client that looks the torrent up would announce itself to the guest. */
  boolean isAmongClosest(Passing passing, long now) {
    Key infohash = catalogue.infohash(passing.torrent());
    int found = dht.closest().live(infohash.high(), now, closest);
    return Arrays.stream(closest, 0, found).anyMatch(node -> node == passing.guest());
  }
}
