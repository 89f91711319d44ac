package org.orbweaver.kademlia;

import java.util.HashMap;
import java.util.Map;

/** Counts a table's entries by IP address and by network. Guarded by the table's lock. */
final class AddressLimits {
  private final TablePolicy policy;
  private final Map<Endpoint, Integer> byAddress = new HashMap<>();
  private final Map<Long, Integer> byNetwork = new HashMap<>();

  AddressLimits(TablePolicy policy) {
    this.policy = policy;
  }

  boolean admit(Endpoint endpoint) {
    return byAddress.getOrDefault(address(endpoint), 0) < policy.perAddress()
        && byNetwork.getOrDefault(endpoint.network(), 0) < policy.perNetwork();
  }

  void add(Endpoint endpoint) {
    byAddress.merge(address(endpoint), 1, Integer::sum);
    byNetwork.merge(endpoint.network(), 1, Integer::sum);
  }

  void remove(Endpoint endpoint) {
    byAddress.computeIfPresent(address(endpoint), (_, count) -> count > 1 ? count - 1 : null);
    byNetwork.computeIfPresent(endpoint.network(), (_, count) -> count > 1 ? count - 1 : null);
  }

  private static Endpoint address(Endpoint endpoint) {
    return endpoint.withPort(0);
  }
}
