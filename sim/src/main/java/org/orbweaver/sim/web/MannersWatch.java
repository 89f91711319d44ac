package org.orbweaver.sim.web;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The servers' view of a visitor: how often each address is asked more than once at a time, and
 * each host sooner than it should be. Pauses are measured from the end of an answer to the arrival
 * of the next request.
 */
final class MannersWatch {
  /** Clocks of two threads on a busy machine are not closer than this. */
  private static final long TOLERANCE = 300_000;

  private final long pause;
  private final Map<String, Long> hosts = new ConcurrentHashMap<>();
  private final Map<String, Integer> atWork = new ConcurrentHashMap<>();
  private final LongAdder tooSoon = new LongAdder();
  private final LongAdder atOnce = new LongAdder();

  MannersWatch(long pause) {
    this.pause = pause;
  }

  void begins(String host, String address, long now) {
    if (atWork.merge(address, 1, Integer::sum) > 1) {
      atOnce.increment();
    }
    Long before = hosts.get(host);
    if (before != null && now - before < pause - TOLERANCE) {
      tooSoon.increment();
    }
  }

  /** Before the answer's last byte is sent: the visitor cannot have moved on yet. */
  void ends(String host, String address, long now) {
    hosts.put(host, now);
    atWork.merge(address, -1, Integer::sum);
  }

  long tooSoon() {
    return tooSoon.sum();
  }

  long atOnce() {
    return atOnce.sum();
  }
}
