package org.orbweaver.lab.world;

/** How ready people are to start their clients, hour by hour; one on average. */
final class DailyRhythm {
  private static final int HOUR = 3600;
  private static final int PEAK = 21;

  private final double[] readiness = new double[24];

  DailyRhythm(double depth) {
    for (int hour = 0; hour < 24; hour++) {
      double angle = 2 * Math.PI * (hour + 0.5 - PEAK) / 24;
      readiness[hour] = 1 + depth * StrictMath.cos(angle);
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
