package org.orbweaver.sim.world;

import java.util.concurrent.TimeUnit;
import org.orbweaver.kademlia.Endpoint;

/**
 * libtorrent's patience, as measured: the 50th packet that an address sends to a node within ten
 * seconds shuts it out there for five minutes.
 *
 * <p>One node and one address meet in one of a fixed number of cells; when two pairs meet in the
 * same, the earlier is forgotten, so memory is bounded and a ban may end early. That takes as many
 * pairs as there are cells within ten seconds.
 */
public final class RateLimits {
  private static final int PACKETS = 50;
  private static final long WINDOW = TimeUnit.SECONDS.toNanos(10);
  private static final long BAN = TimeUnit.MINUTES.toNanos(5);
  private static final int CELLS = 1 << 18;

  private final long[] pair = new long[CELLS];

  /** When the window opened; for a banned pair, when the ban ends. */
  private final long[] since = new long[CELLS];

  /** Packets seen in the window; {@link #PACKETS} while banned. */
  private final byte[] seen = new byte[CELLS];

  /** Counts the packet; whether the node deals with it. */
  public boolean admits(long now, int node, Endpoint from) {
    long name = Mix.hash(Mix.hash(from.high(), from.low()), node);
    int cell = (int) (name >>> 40) & CELLS - 1;
    if (pair[cell] != name || isOver(cell, now)) {
      pair[cell] = name;
      since[cell] = now;
      seen[cell] = 1;
      return true;
    }
    if (seen[cell] == PACKETS) {
      return false;
    }
    if (++seen[cell] == PACKETS) {
      since[cell] = now + BAN;
      return false;
    }
    return true;
  }

  private boolean isOver(int cell, long now) {
    return seen[cell] == PACKETS ? now >= since[cell] : now - since[cell] >= WINDOW;
  }
}
