package org.orbweaver.sim.world;

import java.util.Arrays;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Which node holds the peers of which torrent: the eight live nodes closest to its infohash, as if
 * every peer had just announced and, when the torrent dies, been forgotten. Computed when asked,
 * and kept if nobody comes or goes: a sweep asks each node for all its torrents. Not for several
 * threads.
 */
public final class Storage {
  private static final int COPIES = 8;
  private static final int NOBODY = -1;
  private static final int NOT_ASKED = -2;

  /**
   * A subspace of that many nodes around a node holds, but for less than one case in a billion, all
   * infohashes for which it can be among the closest eight live ones.
   */
  private static final int NEIGHBOURHOOD = 128;

  private final Population population;
  private final Catalogue catalogue;
  private final Swarms swarms;
  private final NearestNodes closest;
  private final int[] holders = new int[COPIES];

  /** {@link #COPIES} for each torrent; empty if liveness changes. */
  private final int[] known;

  private final long seed;

  Storage(
      Population population,
      Catalogue catalogue,
      Swarms swarms,
      NearestNodes closest,
      boolean constant) {
    this.population = population;
    this.catalogue = catalogue;
    this.swarms = swarms;
    this.closest = closest;
    this.known = new int[constant ? COPIES * catalogue.size() : 0];
    Arrays.fill(known, NOT_ASKED);
    this.seed = Mix.seedFor(population.options().seed(), "storage");
  }

  /** Whether the node has the torrent's peers. */
  public boolean holds(int node, int torrent, long now) {
    long infohash = catalogue.infohash(torrent).high();
    return Long.numberOfLeadingZeros(infohash ^ population.keys().high(node)) >= reach(node)
        && catalogue.isAlive(torrent, now)
        && isHolder(node, torrent, now);
  }

  private boolean isHolder(int node, int torrent, long now) {
    boolean isKept = known.length > 0;
    int[] list = isKept ? known : holders;
    int first = isKept ? COPIES * torrent : 0;
    if (!isKept || list[first] == NOT_ASKED) {
      int found = closest.live(catalogue.infohash(torrent).high(), now, holders);
      Arrays.fill(holders, found, COPIES, NOBODY);
      System.arraycopy(holders, 0, list, first, COPIES);
    }
    for (int i = first; i < first + COPIES; i++) {
      if (list[i] == node) {
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
  public int sample(int node, long now, Key[] out) {
    int depth = reach(node);
    long high = population.keys().high(node);
    int held = 0;
    int end = catalogue.end(high, depth);
    for (int place = catalogue.first(high, depth); place < end; place++) {
      int torrent = catalogue.inOrder(place);
      if (isHolder(node, torrent, now) && catalogue.isAlive(torrent, now)) {
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
