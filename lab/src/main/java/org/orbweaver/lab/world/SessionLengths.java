package org.orbweaver.lab.world;

/** How long nodes stay, by the quantile: hours for a number in [0, 1). */
public sealed interface SessionLengths {
  /** Long sessions end here. */
  double LONGEST_HOURS = 168;

  double hours(double unit);

  /** The default: Splider's figure 8, where 30 % exceed two hours and 5 % a day. */
  static SessionLengths splider() {
    return new Pareto(0.721, 0.376);
  }

  /** What Splider found: P(longer than t) = (shortest/t)^exponent. */
  record Pareto(double exponent, double shortestHours) implements SessionLengths {
    @Override
    public double hours(double unit) {
      return Math.min(LONGEST_HOURS, shortestHours * StrictMath.pow(1 - unit, -1 / exponent));
    }
  }

  /** What Stutzbach and Rejaie found: P(longer than t) = exp(−(t/scale)^shape). */
  record Weibull(double shape, double scaleHours) implements SessionLengths {
    @Override
    public double hours(double unit) {
      double hours = scaleHours * StrictMath.pow(-StrictMath.log(1 - unit), 1 / shape);
      return Math.min(LONGEST_HOURS, hours);
    }
  }

  /** The mean, over a fine grid of quantiles. */
  default double meanHours() {
    int steps = 100_000;
    double sum = 0;
    for (int i = 0; i < steps; i++) {
      sum += hours((i + 0.5) / steps);
    }
    return sum / steps;
  }
}
