package org.orbweaver.sim.world;

/** How long nodes stay, by the quantile: hours for a number in [0, 1). */
public sealed interface SessionLengths {
  /** Long sessions end here. */
  double LONGEST_HOURS = 168;

  double hours(double unit);

  /** The share of sessions that last longer, below {@link #LONGEST_HOURS}. */
  double longerThan(double hours);

  /** The default: Splider's figure 8, where 30 % exceed two hours and 5 % a day. */
  static SessionLengths splider() {
    return new Pareto(0.721, 0.376);
  }

  /** Sessions of a kind that other papers found, about as long in the middle as Splider's. */
  static SessionLengths weibull() {
    return new Weibull(0.6, 1.5);
  }

  /** What Splider found: P(longer than t) = (shortest/t)^exponent. */
  record Pareto(double exponent, double shortestHours) implements SessionLengths {
    @Override
    public double hours(double unit) {
      return Math.min(LONGEST_HOURS, shortestHours * StrictMath.pow(1 - unit, -1 / exponent));
    }

    @Override
    public double longerThan(double hours) {
      return Math.min(1, StrictMath.pow(shortestHours / hours, exponent));
    }
  }

  /** What Stutzbach and Rejaie found: P(longer than t) = exp(−(t/scale)^shape). */
  record Weibull(double shape, double scaleHours) implements SessionLengths {
    @Override
    public double hours(double unit) {
      double hours = scaleHours * StrictMath.pow(-StrictMath.log(1 - unit), 1 / shape);
      return Math.min(LONGEST_HOURS, hours);
    }

    @Override
    public double longerThan(double hours) {
      return StrictMath.exp(-StrictMath.pow(hours / scaleHours, shape));
    }
  }

  /** The mean. */
  default double meanHours() {
    return meanHours(LONGEST_HOURS);
  }

  /**
   * The mean, over a fine grid of quantiles, where longer sessions count as {@code atMost} long.
   */
  default double meanHours(double atMost) {
    int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += Math.min(atMost, hours((i + 0.5) / steps));
    }
    return sum / steps;
  }
}
