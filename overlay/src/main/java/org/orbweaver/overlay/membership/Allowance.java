package org.orbweaver.overlay.membership;

import java.util.Map;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.memory.LruMap;

/**
 * How much each peer may ask of us: so many units a second in the long run, and a burst at once.
 * Each has one number, the time at which it will have used up what it took (the generic cell rate
 * algorithm).
 *
 * <p>Bounded: who has not been heard of longest is forgotten past {@link #MOST_REMEMBERED}, with a
 * full allowance when it comes back; only those with whom hands were shaken get here, so an
 * attacker would need as many addresses.
 */
public final class Allowance {
  private static final int MOST_REMEMBERED = 1 << 14;

  private final double nanosPerUnit;
  private final long burstNanos;
  private final Map<Endpoint, Long> usedUpAt = new LruMap<>(MOST_REMEMBERED);

  public Allowance(double unitsPerSecond, double burst) {
    nanosPerUnit = 1e9 / unitsPerSecond;
    burstNanos = (long) (burst * nanosPerUnit);
  }

  /** Takes so many units; false, and nothing is taken, if they exceed the allowance. */
  public boolean take(long now, Endpoint peer, long units) {
    long from = Math.max(now, usedUpAt.getOrDefault(peer, now));
    long until = from + (long) (units * nanosPerUnit);
    if (until - now > burstNanos) {
      return false;
    }
    usedUpAt.put(peer, until);
    return true;
  }
}
