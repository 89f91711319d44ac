package org.orbweaver.census.net;

import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Endpoint;

/**
 * Who sent something lately that names no transaction: its silence is none. Bounded: a place holds
 * the last of those that share it.
 */
final class JunkSenders {
  private final @Nullable Endpoint[] places = new @Nullable Endpoint[4096];

  void add(Endpoint sender) {
    places[place(sender)] = sender;
  }

  boolean contains(Endpoint endpoint) {
    return endpoint.equals(places[place(endpoint)]);
  }

  private int place(Endpoint endpoint) {
    return endpoint.hashCode() & places.length - 1;
  }
}
