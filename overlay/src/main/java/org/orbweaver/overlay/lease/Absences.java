package org.orbweaver.overlay.lease;

import java.util.HashMap;
import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.swarm.Claim;
import org.orbweaver.overlay.swarm.Members;
import org.orbweaver.overlay.swarm.Peer;

/**
 * How much of the swarm this peer can see. Who has been silent for less than a day is reckoned to
 * live somewhere else: most absences are short (Herodotus §4.6.3), and a partition looks the same.
 */
final class Absences {
  private static final long DAY = 86_400_000_000_000L;

  private final Map<Endpoint, Long> since = new HashMap<>();

  /** To be told whenever the ring has changed. */
  void review(long now, Members members) {
    Map<Endpoint, Long> before = Map.copyOf(since);
    since.clear();
    for (Peer absent : members.others(Claim.Life.DEAD)) {
      if (absent.virtualNodes() > 0) {
        since.put(absent.address(), before.getOrDefault(absent.address(), now));
      }
    }
  }

  /**
   * By how much to slow down: by the number of peers there should be for each one there is. The
   * shares of all sides of a partition make up the whole, so together they are no ruder; and a
   * swarm that has really lost a tenth of its peers has a tenth less to fetch with.
   */
  double stretch(long now, int living) {
    long absent = since.values().stream().filter(when -> now - when < DAY).count();
    return living == 0 ? 1 : (living + absent) / (double) living;
  }
}
