package org.orbweaver.lab.years;

import java.util.stream.Stream;

/**
 * A count of things that come in clumps: a departure takes the last copies of all blocks that it
 * shared with those that went shortly before, or of none. Clumps are rare and independent of each
 * other, so their number is Poisson's, and the variance of the sum is the expected sum of their
 * squares. An interval that took each block for itself would be too narrow by the root of the
 * clumps' size.
 *
 * <p>The interval is that of a Poisson count with the same relative variance, (Σc)²/Σc² clumps of
 * Σc²/Σc each (Bohm and Zech's scaled Poisson), by Wilson and Hilferty's approximation. A few
 * clumps do not tell how large clumps are: then that must be known otherwise, and the larger of
 * both sizes counts.
 */
final class ClumpedCount {
  private static final double SIGMA = 1.96;

  private static final int FEW = 10;

  private final long sum;
  private final double clump;

  /**
   * @param supposed size of a clump, for when only a few were seen
   */
  ClumpedCount(Stream<Integer> clumps, double supposed) {
    long[] sums = new long[3];
    clumps.forEach(
        each -> {
          sums[0] += each;
          sums[1] += (long) each * each;
          sums[2]++;
        });
    this.sum = sums[0];
    double seen = sum == 0 ? 1 : (double) sums[1] / sums[0];
    this.clump = sums[2] < FEW ? Math.max(seen, supposed) : seen;
  }

  long sum() {
    return sum;
  }

  /** How many come together, as a thing counted sees it. */
  double clump() {
    return clump;
  }

  /** Of the 95 % interval of the expectation. */
  double low() {
    double n = sum / clump;
    return sum == 0 ? 0 : clump * n * cube(1 - 1 / (9 * n) - SIGMA / (3 * Math.sqrt(n)));
  }

  double high() {
    double n = sum / clump + 1;
    return clump * n * cube(1 - 1 / (9 * n) + SIGMA / (3 * Math.sqrt(n)));
  }

  private static double cube(double value) {
    return value <= 0 ? 0 : value * value * value;
  }
}
