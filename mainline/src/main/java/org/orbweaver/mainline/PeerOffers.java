package org.orbweaver.mainline;

import org.orbweaver.kademlia.Key;

/**
 * The torrents for which we name ourselves as a peer to whoever asks us for peers: those whose own
 * peers cannot be dialled, but may dial us (indexer paper §2.7). Asked on the node's thread for
 * every get_peers, so it must answer at once and sparingly.
 */
@FunctionalInterface
public interface PeerOffers {
  /** We are nobody's peer. */
  PeerOffers NONE = (now, infohash) -> 0;

  /**
   * The TCP port at which we take connections for the torrent, at the asked home's address; or 0.
   */
  int port(long now, Key infohash);
}
