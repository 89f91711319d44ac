package org.orbweaver.indexer.store;

import org.orbweaver.kademlia.Key;

/**
 * A stretch of the keyspace in natural order, both ends included. One traversal walks one region
 * (§2.6.1 of the indexer paper), starting each claim after the last hash of the one before.
 */
public record KeyRange(Key first, Key last) {
  public static final KeyRange ALL = new KeyRange(Key.ZERO, Key.MAX);

  public KeyRange {
    if (first.compareTo(last) > 0) {
      throw new IllegalArgumentException("a region ends before it begins: " + first + ", " + last);
    }
  }

  /** What is left of the region from that key on. */
  public KeyRange from(Key key) {
    return key.compareTo(first) <= 0 ? this : new KeyRange(key, last);
  }
}
