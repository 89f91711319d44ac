package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/**
 * An infohash that was seen on the wire.
 *
 * @param hits how often since it was last noted; at least 1
 */
public record Sighting(Key hash, int hits) {
  public Sighting {
    if (hits < 1) {
      throw new IllegalArgumentException("a sighting has at least one hit, not " + hits);
    }
  }
}
