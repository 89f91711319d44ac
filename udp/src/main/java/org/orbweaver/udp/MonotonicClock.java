package org.orbweaver.udp;

import java.time.Instant;
import org.orbweaver.udp.linux.BootClock;

/**
 * Nanoseconds since the Unix epoch that never run backwards: the wall clock is read once, when the
 * program starts, and later corrections of it are ignored. It goes on while the machine sleeps,
 * where the system tells how long it slept (Linux). All loops of a program agree on it.
 */
public final class MonotonicClock {
  private static final long OFFSET = epochNanos() - System.nanoTime();
  private static final SuspendedTime SLEPT =
      new SuspendedTime(
          System::nanoTime, BootClock.available() ? BootClock::now : System::nanoTime);

  private MonotonicClock() {}

  private static long epochNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  public static long now() {
    long awake = System.nanoTime();
    return OFFSET + awake + SLEPT.nanos(awake);
  }
}
