package org.orbweaver.lab.overlay;

import java.time.Duration;
import org.orbweaver.sim.net.LinkModel;

/**
 * The places of the paper's table 2: two peers in New York, one each in Amsterdam, Singapore,
 * London and Frankfurt; more peers go round. The round trips are typical ones between data centres
 * there.
 */
final class Cities {
  private static final int[][] ROUND_TRIP_MILLIS = {
    {1, 1, 80, 230, 72, 86},
    {1, 1, 80, 230, 72, 86},
    {80, 80, 1, 160, 8, 8},
    {230, 230, 160, 1, 165, 155},
    {72, 72, 8, 165, 1, 14},
    {86, 86, 8, 155, 14, 1}
  };

  private Cities() {}

  /** Half of the round trip, and up to a tenth more. */
  static LinkModel links() {
    return (from, to, random) -> {
      int trip = ROUND_TRIP_MILLIS[city(from.ipv4())][city(to.ipv4())];
      long nanos = Duration.ofMillis(trip).toNanos() / 2;
      return nanos + random.nextLong(nanos / 10);
    };
  }

  private static int city(int address) {
    return (address - 1 & 0xFFFF) % ROUND_TRIP_MILLIS.length;
  }
}
