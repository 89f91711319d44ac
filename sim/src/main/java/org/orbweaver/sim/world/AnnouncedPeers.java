package org.orbweaver.sim.world;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/**
 * Peers that visitors announced to the world's nodes, on top of the world's own swarms. When full,
 * the node and infohash announced longest ago is forgotten; an infohash keeps its last peers.
 */
final class AnnouncedPeers {
  private static final int MOST = 1 << 16;
  private static final int MOST_PEERS = 100;

  private record Place(int node, Key infohash) {}

  private final Map<Place, Set<Endpoint>> peers =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, Set<Endpoint>> eldest) {
          return size() > MOST;
        }
      };

  void add(int node, Key infohash, Endpoint peer) {
    Set<Endpoint> swarm =
        peers.computeIfAbsent(new Place(node, infohash), place -> new LinkedHashSet<>());
    swarm.remove(peer);
    swarm.add(peer);
    if (swarm.size() > MOST_PEERS) {
      swarm.remove(swarm.iterator().next());
    }
  }

  /** Appends those of one node and infohash; how many {@code out} then holds. */
  int append(int node, Key infohash, Endpoint[] out, int count) {
    if (peers.isEmpty()) {
      return count;
    }
    int filled = count;
    for (Endpoint peer : peers.getOrDefault(new Place(node, infohash), Set.of())) {
      if (filled < out.length) {
        out[filled++] = peer;
      }
    }
    return filled;
  }
}
