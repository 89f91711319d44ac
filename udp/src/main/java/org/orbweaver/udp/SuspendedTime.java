package org.orbweaver.udp;

import java.util.function.LongSupplier;

/**
 * How long the machine has slept since this was made. {@link System#nanoTime} stands still
 * meanwhile: a laptop that was shut for a night would take every lease and store time for eight
 * hours younger than it is.
 *
 * <p>Looks once a second, and costs a comparison otherwise. What it says only grows.
 */
final class SuspendedTime {
  private static final long INTERVAL = 1_000_000_000L;

  /** Between two readings of two clocks a thread may be held up: shorter naps do not count. */
  private static final long SHORTEST = 200_000_000L;

  private final LongSupplier awake;
  private final LongSupplier always;
  private final long lead;
  private volatile long lookedAt;
  private volatile long slept;

  /**
   * @param awake a clock that stands still while the machine sleeps
   * @param always one that does not
   */
  SuspendedTime(LongSupplier awake, LongSupplier always) {
    this.awake = awake;
    this.always = always;
    this.lookedAt = awake.getAsLong();
    this.lead = always.getAsLong() - lookedAt;
  }

  /**
   * @param now of the clock that stands still
   */
  long nanos(long now) {
    if (now - lookedAt > INTERVAL) {
      look(now);
    }
    return slept;
  }

  private synchronized void look(long now) {
    long sum = always.getAsLong() - awake.getAsLong() - lead;
    if (sum > slept + SHORTEST) {
      slept = sum;
    }
    lookedAt = now;
  }
}
