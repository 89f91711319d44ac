package org.orbweaver.sim.world;

/**
 * How old a node must be to stand in a bucket whose range has n nodes: 1 − (64/n)^0.075, none for
 * up to 64. A table over n's first eleven bits, because powers that are the same on every machine
 * are slow: it is right to 0.00008.
 */
final class AgeThreshold {
  static final int UNSELECTIVE = 64;

  private static final double SELECTIVITY = 0.075;
  private static final int DROPPED_BITS = 13;
  private static final int FIRST = cell(UNSELECTIVE);
  private static final double[] RANKS = ranks();

  private AgeThreshold() {}

  private static double[] ranks() {
    double[] ranks = new double[cell(Integer.MAX_VALUE) - FIRST + 1];
    for (int i = 0; i < ranks.length; i++) {
      float range = Float.intBitsToFloat((i + FIRST) << DROPPED_BITS);
      ranks[i] = 1 - StrictMath.pow(UNSELECTIVE / range, SELECTIVITY);
    }
    return ranks;
  }

  /** The lowest age rank that qualifies. */
  static double of(int range) {
    return range <= UNSELECTIVE ? 0 : RANKS[cell(range) - FIRST];
  }

  /** A float's bits grow with its value: sign, exponent, and ten bits of what follows. */
  private static int cell(int range) {
    return Float.floatToRawIntBits(range) >>> DROPPED_BITS;
  }
}
