package org.orbweaver.sim.world.loopback;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.orbweaver.kademlia.Endpoint;

/**
 * Who has been dialled for which torrent of late. A visitor announces to eight nodes and again
 * every quarter of an hour: without memory each of these would have the same peers dial it. When
 * full, the longest known is forgotten, so it may be dialled too early.
 */
final class RecentVisits {
  static final int MOST = 4_096;
  static final long PAUSE = TimeUnit.MINUTES.toNanos(5);

  private record Visit(int torrent, Endpoint visitor) {}

  private final Map<Visit, Long> dialled = new LinkedHashMap<>();

  /** Whether this one may be dialled; if so, not again until the pause is over. */
  synchronized boolean begin(long now, int torrent, Endpoint visitor) {
    Visit visit = new Visit(torrent, visitor);
    Long last = dialled.get(visit);
    if (last != null && now - last < PAUSE) {
      return false;
    }
    dialled.remove(visit);
    dialled.put(visit, now);
    if (dialled.size() > MOST) {
      dialled.remove(dialled.keySet().iterator().next());
    }
    return true;
  }
}
