package org.orbweaver.census.suspects;

import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;

/** Tails of distributions, exact also where they are tiny. */
final class Chance {
  private Chance() {}

  /** That a Poisson number with this mean is at least {@code count}. */
  static double poissonAtLeast(int count, double mean) {
    return count == 0 ? 1 : Gamma.regularizedGammaP(count, mean);
  }

  /** That of so many, each with the same probability, no more than {@code count} are. */
  static double binomialAtMost(int count, int trials, double probability) {
    return count >= trials
        ? 1
        : Beta.regularizedBeta(1 - probability, (double) trials - count, count + 1.0);
  }

  /** The number of ways to choose, which may be too many for a long. */
  static double choose(int from, int count) {
    return StrictMath.exp(
        Gamma.logGamma(from + 1.0)
            - Gamma.logGamma(count + 1.0)
            - Gamma.logGamma(from - count + 1.0));
  }
}
