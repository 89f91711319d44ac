package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/** How the work on one claimed infohash ended. */
public sealed interface Outcome {
  Key hash();

  /** The lookup found nobody; it is tried again after a while, ever longer. */
  record NoPeers(Key hash) implements Outcome {}

  /**
   * Peers were found and the metadata is still awaited, for example from one that will call us
   * (§2.7 of the indexer paper). If nothing follows, the claim runs out and the hash is due again.
   */
  record LookedUp(Key hash) implements Outcome {}

  /** Peers were found, and none of them gave metadata with the right hash. */
  record Failed(Key hash) implements Outcome {}

  /** The metadata is here. Whether the block list lets it in is the store's decision. */
  record Fetched(TorrentEntry entry) implements Outcome {
    @Override
    public Key hash() {
      return entry.hash();
    }
  }

  /**
   * The metadata says that the torrent is private (BEP 27): it is forgotten except for its hash.
   */
  record Private(Key hash) implements Outcome {}

  /** Not worked on after all: free for anybody at once. */
  record Released(Key hash) implements Outcome {}
}
