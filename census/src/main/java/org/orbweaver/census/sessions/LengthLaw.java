package org.orbweaver.census.sessions;

/** The two distributions of session lengths that papers disagree about, by their CCDF in hours. */
public enum LengthLaw {
  /** Splider: P(longer than t) = (shortest/t)^exponent, a heavy tail. */
  PARETO {
    @Override
    double longerThan(double hours, double exponent, double shortest) {
      return hours <= shortest ? 1 : StrictMath.pow(shortest / hours, exponent);
    }
  },
  /** Stutzbach and Rejaie: P(longer than t) = exp(−(t/scale)^shape). */
  WEIBULL {
    @Override
    double longerThan(double hours, double shape, double scale) {
      return StrictMath.exp(-StrictMath.pow(hours / scale, shape));
    }
  };

  /**
   * @param form Pareto's exponent, Weibull's shape
   * @param hoursScale Pareto's shortest session, Weibull's scale
   */
  abstract double longerThan(double hours, double form, double hoursScale);
}
