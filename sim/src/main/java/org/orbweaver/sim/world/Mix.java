package org.orbweaver.sim.world;

/**
 * The world's only source of chance: a hash of the seed and of what is asked about. Nothing is
 * drawn and remembered, so any node's traits can be told in any order, by any thread, again and
 * again.
 *
 * <p>The finaliser is SplitMix64's (Steele, Lea, Flood 2014; Stafford's variant 13), which passes
 * the usual statistical batteries when fed a counter.
 */
public final class Mix {
  static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private Mix() {}

  public static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public static long hash(long seed, long a) {
    return mix(mix(a + GOLDEN) ^ seed);
  }

  public static long hash(long seed, long a, long b) {
    return hash(hash(seed, a), b);
  }

  /** A seed for one purpose, so that what is asked for one says nothing about another. */
  public static long seedFor(long seed, String purpose) {
    long mixed = mix(seed + GOLDEN);
    for (int i = 0; i < purpose.length(); i++) {
      mixed = hash(mixed, purpose.charAt(i));
    }
    return mixed;
  }

  /** The hash as a number in [0, 1). */
  public static double unit(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  /** The hash as a number in [0, bound); its bias, bound/2^63, is beyond measuring. */
  public static int below(long hash, int bound) {
    return (int) Math.multiplyHigh(hash >>> 1, (long) bound << 1);
  }
}
