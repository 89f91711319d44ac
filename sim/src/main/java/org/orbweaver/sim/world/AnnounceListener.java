package org.orbweaver.sim.world;

import org.orbweaver.kademlia.Endpoint;

/**
 * Told of visitors that announce themselves for a torrent of the catalogue where the lookups of its
 * swarm would find them: at one of the nodes closest to its infohash.
 */
@FunctionalInterface
public interface AnnounceListener {
  AnnounceListener NOBODY = (torrent, peer) -> {};

  void announced(int torrent, Endpoint peer);
}
