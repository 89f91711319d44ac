package org.orbweaver.lab.wirespeed;

import java.time.Duration;

/**
 * How long and how hard to measure.
 *
 * @param rounds each measures both servers, in alternating order
 * @param warmUp per server, before the first round: compilers need it
 * @param measurement per server and round
 * @param window how many queries are under way at once
 */
public record WireSpeedOptions(int rounds, Duration warmUp, Duration measurement, int window) {
  public static final WireSpeedOptions DEFAULT =
      new WireSpeedOptions(5, Duration.ofSeconds(6), Duration.ofSeconds(4), 512);

  public WireSpeedOptions {
    if (rounds < 1 || window < 1 || warmUp.isNegative() || !measurement.isPositive()) {
      throw new IllegalArgumentException("rounds, window and measurement must be positive");
    }
  }
}
