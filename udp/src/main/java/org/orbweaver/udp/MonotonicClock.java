package org.orbweaver.udp;

import java.time.Instant;

/**
 * Nanoseconds since the Unix epoch that never run backwards: the wall clock is read once, when the
 * program starts, and later corrections of it are ignored. All loops of a program agree on it.
 */
public final class MonotonicClock {
  private static final long OFFSET = epochNanos() - System.nanoTime();

  private MonotonicClock() {}

  private static long epochNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  public static long now() {
    return OFFSET + System.nanoTime();
  }
}
