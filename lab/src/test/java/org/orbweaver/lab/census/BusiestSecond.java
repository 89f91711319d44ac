package org.orbweaver.lab.census;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;

/** The most packets that any one address was sent within a second. */
final class BusiestSecond {
  private static final long SECOND = 1_000_000_000L;

  private final Map<Long, ArrayDeque<Long>> recent = new HashMap<>();
  private int packets;

  VirtualNetwork.Reachability watching(VirtualClock clock, List<Endpoint> senders) {
    return (from, to) -> {
      if (senders.contains(from)) {
        ArrayDeque<Long> times = recent.computeIfAbsent(to.low(), _ -> new ArrayDeque<>());
        times.add(clock.now());
        while (clock.now() - times.getFirst() >= SECOND) {
          times.removeFirst();
        }
        packets = Math.max(packets, times.size());
      }
      return true;
    };
  }

  int packets() {
    return packets;
  }
}
