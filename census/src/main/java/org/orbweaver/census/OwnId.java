package org.orbweaver.census;

import org.orbweaver.kademlia.Key;

/**
 * The ID under which a crawler asks a node: random, but with the first bit opposite to the node's.
 * Splider, section III.C: a node that takes the crawler for a peer can only put it into its 0-th
 * bucket, which is full nearly everywhere, so the crawler does not turn up in later answers. (With
 * BEP 43's {@code ro} a well-behaved node forgets us anyway; not all know it.)
 */
public final class OwnId {
  private final Key key;

  public OwnId(Key key) {
    this.key = key;
  }

  public Key towards(Key asked) {
    return key.bit(0) == asked.bit(0) ? key.flip(0) : key;
  }
}
