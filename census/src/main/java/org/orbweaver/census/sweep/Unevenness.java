package org.orbweaver.census.sweep;

import java.util.Arrays;
import java.util.BitSet;

/**
 * How unevenly nodes are listed. Some are in nearly every table they could be in, others, behind
 * slow or crowded lines, in few. A node that three answers left out is then likelier one of the
 * latter, and the fourth answer tells less about it than the first did: where each node's odds lie
 * within 0.15 of the mean, a sweep that took all for equal left out two and a half times what it
 * believed.
 *
 * <p>Learned from nodes that were certainly there: if all are equal, one that was left out is left
 * out again no more often than others. The excess is the correlation of two trials of one node; the
 * odds are taken to be spread over the nodes as a Beta distribution with that correlation and the
 * mean that {@link ListingOdds} has learned. After k answers that left a node out, its odds are s /
 * (s + k) of the mean, s being one less than the inverse of the correlation.
 */
final class Unevenness {
  /** So many pairs of trials of equal nodes are believed in before any. */
  private static final double PRIOR_PAIRS = 2000;

  /** Steps of what is unknown: eight an octave, down to 2^−32. */
  private static final int STEPS_IN_OCTAVE = 8;

  private static final int STEPS = 32 * STEPS_IN_OCTAVE;
  private static final int MANTISSA_BITS = 23;
  private static final int STEP_BITS = MANTISSA_BITS - 3;
  private static final int ONE = Float.floatToIntBits(1f) >>> STEP_BITS;
  private static final double SMALL = 1e-4;

  private final BitSet tried = new BitSet();
  private final BitSet leftOut = new BitSet();
  private final double[] fading = new double[STEPS + 1];
  private double pairs;
  private double leftOutOnce;
  private double leftOutTwice;

  Unevenness() {
    Arrays.fill(fading, 1);
  }

  /** A node that was there for certain, among few others, was listed, or was not. */
  void learn(int node, boolean isListed) {
    if (tried.get(node)) {
      boolean before = leftOut.get(node);
      pairs++;
      leftOutOnce += (before ? 0.5 : 0) + (isListed ? 0 : 0.5);
      leftOutTwice += before && !isListed ? 1 : 0;
    }
    tried.set(node);
    leftOut.set(node, !isListed);
  }

  /** Of two trials of one node; 0 if all nodes are equal. */
  double correlation() {
    if (pairs == 0) {
      return 0;
    }
    double once = leftOutOnce / pairs;
    double covariance = leftOutTwice / pairs - once * once;
    double variance = Math.max(SMALL, once * (1 - once));
    return Math.clamp(covariance / variance * pairs / (pairs + PRIOR_PAIRS), 0, 0.5);
  }

  /**
   * From here on {@link #fading} follows what was learned so far.
   *
   * @param mean of the odds
   */
  void refresh(double mean) {
    double correlation = correlation();
    if (correlation < SMALL) {
      Arrays.fill(fading, 1);
      return;
    }
    double strength = 1 / correlation - 1;
    // Walks along the number of answers in small steps; between whole numbers as between them.
    double step = 1.0 / 16;
    double unknown = 1;
    double answers = 0;
    for (int i = 0; i <= STEPS; i++) {
      double wanted = value(i);
      double odds = mean * strength / (strength + answers);
      while (unknown > wanted && answers < 1000) {
        unknown *= StrictMath.pow(1 - Math.min(0.99, odds), step);
        answers += step;
        odds = mean * strength / (strength + answers);
      }
      fading[i] = strength / (strength + answers);
    }
  }

  /** The middle of a step. */
  private static double value(int index) {
    return Float.intBitsToFloat(((ONE - index) << STEP_BITS) + (1 << (STEP_BITS - 1)));
  }

  /**
   * What the odds are worth for a node that is still unknown, as a share of those of the mean node.
   *
   * @param unknown the probability that it would be
   */
  double fading(float unknown) {
    int index = ONE - (Float.floatToRawIntBits(unknown) >>> STEP_BITS);
    return fading[Math.clamp(index, 0, STEPS)];
  }
}
