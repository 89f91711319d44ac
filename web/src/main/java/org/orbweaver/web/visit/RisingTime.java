package org.orbweaver.web.visit;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Nanoseconds since the epoch that never run backwards, for pauses. A clock that is set back by an
 * hour would else have every host rest for that hour. Dates of captures are the clock's own. For
 * many threads.
 */
public final class RisingTime {
  private final InstantSource clock;
  private long lead;
  private long last = Long.MIN_VALUE;

  public RisingTime(InstantSource clock) {
    this.clock = clock;
  }

  public synchronized long nanos() {
    Instant instant = clock.instant();
    long now = instant.getEpochSecond() * 1_000_000_000L + instant.getNano() + lead;
    if (now < last) {
      lead += last - now;
      now = last;
    }
    last = now;
    return now;
  }
}
