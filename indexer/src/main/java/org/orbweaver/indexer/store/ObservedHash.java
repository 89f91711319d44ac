package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/**
 * An infohash that was seen on the wire.
 *
 * @param asks how often strangers asked for it since it was last noted
 * @param attested whether somebody vouches that it has peers: a node that stores some, an
 *     announcer, or the user. What strangers merely ask for may be made up
 */
public record ObservedHash(Key hash, int asks, boolean attested) {
  /** Nobody asked, but it has peers. */
  public static ObservedHash attested(Key hash) {
    return new ObservedHash(hash, 0, true);
  }

  /** The same hash, seen twice in one batch. */
  public ObservedHash plus(ObservedHash other) {
    return new ObservedHash(hash, asks + other.asks, attested || other.attested);
  }
}
