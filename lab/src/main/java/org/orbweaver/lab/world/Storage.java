package org.orbweaver.lab.world;

import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Which node holds the peers of which torrent: the eight live nodes closest to its infohash, as if
 * every peer had just announced. Computed when asked; not for several threads.
 */
public final class Storage {
  private static final int COPIES = 8;

  /**
   * A subspace of that many nodes around a node holds, but for less than one case in a billion, all
   * infohashes for which it can be among the closest eight live ones.
   */
  private static final int NEIGHBOURHOOD = 128;

  private final Population population;
  private final Catalogue catalogue;
  private final Swarms swarms;
  private final ClosestNodes closest;
  private final int[] holders = new int[COPIES];
  private final long seed;

  Storage(Population population, Catalogue catalogue, Swarms swarms, ClosestNodes closest) {
    this.population = population;
    this.catalogue = catalogue;
    this.swarms = swarms;
    this.closest = closest;
    this.seed = Mix.seedFor(population.options().seed(), "storage");
  }

  /** Whether the node has the torrent's peers. */
  public boolean holds(int node, int torrent, long now) {
    long infohash = catalogue.infohash(torrent).high();
    if (Long.numberOfLeadingZeros(infohash ^ population.keys().high(node)) < reach(node)) {
      return false;
    }
    int found = closest.live(infohash, now, holders);
    for (int i = 0; i < found; i++) {
      if (holders[i] == node) {
        return true;
      }
    }
    return false;
  }

  /** The depth of the smallest subspace around the node that has enough nodes. */
  private int reach(int node) {
    SortedKeys keys = population.keys();
    long high = keys.high(node);
    int depth = Math.max(0, 31 - Integer.numberOfLeadingZeros(keys.size() / NEIGHBOURHOOD + 1));
    while (depth > 0 && keys.end(high, depth) - keys.first(high, depth) < NEIGHBOURHOOD) {
      depth--;
    }
    return depth;
  }

  /**
   * Infohashes that the node has, some of them if it has more than {@code out} takes.
   *
   * @return how many it has in all
   */
  int sample(int node, long now, Key[] out) {
    int depth = reach(node);
    long high = population.keys().high(node);
    int held = 0;
    for (int place = catalogue.first(high, depth); place < catalogue.end(high, depth); place++) {
      int torrent = catalogue.inOrder(place);
      if (holds(node, torrent, now)) {
        // Reservoir sampling; the hash is constant, so asking again gives the same sample.
        int seat = held < out.length ? held : Mix.below(Mix.hash(seed ^ high, held), held + 1);
        if (seat < out.length) {
          out[seat] = catalogue.infohash(torrent);
        }
        held++;
      }
    }
    return held;
  }

  /** Peers of the torrent as the node would tell them; which ones differs from node to node. */
  int peers(int node, int torrent, Endpoint[] out) {
    int size = swarms.size(torrent);
    int first = Mix.below(Mix.hash(seed ^ population.keys().high(node), torrent), size);
    int told = Math.min(size, out.length);
    for (int i = 0; i < told; i++) {
      out[i] = swarms.endpoint(torrent, (first + i) % size);
    }
    return told;
  }
}
