package org.orbweaver.census.suspects;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.kademlia.Endpoint;

/**
 * The nodes told of at addresses that nobody can reach: Splider found 3,289 at 192.168.1.1 alone.
 * Clients that do not check contacts spread them.
 */
final class PrivateAddresses {
  private final Map<Endpoint, Integer> counts = new HashMap<>();
  private int nodes;

  PrivateAddresses(SnapshotNodes snapshot) {
    for (int node = 0; node < snapshot.size(); node++) {
      Endpoint endpoint = snapshot.endpoint(node);
      if (!AddressBook.isPublic(endpoint)) {
        nodes++;
        counts.merge(endpoint.withPort(0), 1, Integer::sum);
      }
    }
  }

  int nodes() {
    return nodes;
  }

  List<SybilTable.PrivateAddress> top(int most) {
    return counts.entrySet().stream()
        .sorted(
            Map.Entry.<Endpoint, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .map(
            entry ->
                new SybilTable.PrivateAddress(
                    AddressText.address(entry.getKey()), entry.getValue()))
        .toList();
  }
}
