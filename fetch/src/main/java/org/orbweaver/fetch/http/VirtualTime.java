package org.orbweaver.fetch.http;

import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that stands still unless it is set. For one thread: while a turn is used, the fetcher
 * moves it on by what the exchange takes; then it is set back for the next turn, which in virtual
 * time happens meanwhile.
 */
public final class VirtualTime implements InstantSource {
  private static final long SECOND = 1_000_000_000L;

  private long now;

  public VirtualTime(Instant start) {
    now = start.getEpochSecond() * SECOND + start.getNano();
  }

  /** Nanoseconds since the epoch. */
  public long nanos() {
    return now;
  }

  public void pass(long nanos) {
    now += nanos;
  }

  public void set(long nanos) {
    now = nanos;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochSecond(Math.floorDiv(now, SECOND), Math.floorMod(now, SECOND));
  }
}
