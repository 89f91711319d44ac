package org.orbweaver.console;

import java.util.LinkedHashMap;
import java.util.Map;
import org.orbweaver.wire.TokenBucket;

/**
 * How often each address may do something. Bounded: of more than {@value #MOST} addresses the one
 * that has been silent longest is forgotten. For many threads.
 */
final class RequestRates {
  private static final int MOST = 1_024;
  private static final float USUAL_LOAD = 0.75f;

  private final int perSecond;
  private final int burst;
  private final Map<String, TokenBucket> guests =
      new LinkedHashMap<>(16, USUAL_LOAD, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
          return size() > MOST;
        }
      };

  RequestRates(int perSecond, int burst) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Whether that address may do it once more, which then counts. */
  synchronized boolean take(String address) {
    long now = System.nanoTime();
    return of(address, now).tryTake(now);
  }

  /** The same, but it does not count yet. */
  synchronized boolean may(String address) {
    long now = System.nanoTime();
    return of(address, now).nextAvailable(now) <= now;
  }

  private TokenBucket of(String address, long now) {
    return guests.computeIfAbsent(address, absent -> new TokenBucket(perSecond, burst, now));
  }
}
