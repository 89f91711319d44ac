package org.orbweaver.sim.world;

/**
 * How ready people are to start their clients, hour by hour; one on average. Up to a depth of one
 * it is a cosine around the evening; beyond, that cosine to the power of the depth, so that the
 * same returns crowd into fewer hours.
 */
final class DailyRhythm {
  private static final int HOUR = 3600;
  private static final int PEAK = 21;

  private final double[] readiness = new double[24];

  DailyRhythm(double depth) {
    double sum = 0;
    for (int hour = 0; hour < 24; hour++) {
      double angle = 2 * Math.PI * (hour + 0.5 - PEAK) / 24;
      double swing = 1 + Math.min(1, depth) * StrictMath.cos(angle);
      readiness[hour] = depth <= 1 ? swing : StrictMath.pow(swing, depth);
      sum += readiness[hour];
    }
    for (int hour = 0; hour < 24; hour++) {
      readiness[hour] *= 24 / sum;
    }
  }

  /**
   * How many seconds pass until as much readiness has.
   *
   * @param local the local time, in seconds since some midnight
   * @param patience the seconds it would take if all hours were alike
   */
  int wait(int local, double patience) {
    double left = patience;
    int second = local;
    while (true) {
      double ready = readiness[Math.floorMod(Math.floorDiv(second, HOUR), 24)];
      int untilNextHour = HOUR - Math.floorMod(second, HOUR);
      if (left <= untilNextHour * ready) {
        return second - local + (int) (left / ready);
      }
      left -= untilNextHour * ready;
      second += untilNextHour;
    }
  }
}
