package org.orbweaver.sim.world;

import java.util.function.IntPredicate;

/**
 * A seeded one-to-one shuffle of all numbers of an even count of bits, invertible without a table:
 * a Feistel network of four rounds. Walked along its cycle until the result fits (Black, Rogaway
 * 2002), it becomes a shuffle of any subset, which is how node numbers become scattered public
 * addresses and addresses become node numbers again.
 */
final class Permutation {
  private static final int ROUNDS = 4;

  private final int halfBits;
  private final int halfMask;
  private final long seed;

  Permutation(int bits, long seed) {
    if (bits < 2 || bits > 32 || bits % 2 != 0) {
      throw new IllegalArgumentException("a permutation has 2, 4, … 32 bits, not " + bits);
    }
    this.halfBits = bits / 2;
    this.halfMask = (1 << halfBits) - 1;
    this.seed = seed;
  }

  int apply(int value) {
    int left = value >>> halfBits & halfMask;
    int right = value & halfMask;
    for (int round = 0; round < ROUNDS; round++) {
      int next = left ^ scramble(right, round);
      left = right;
      right = next;
    }
    return left << halfBits | right;
  }

  int invert(int value) {
    int left = value >>> halfBits & halfMask;
    int right = value & halfMask;
    for (int round = ROUNDS - 1; round >= 0; round--) {
      int previous = right ^ scramble(left, round);
      right = left;
      left = previous;
    }
    return left << halfBits | right;
  }

  /** The shuffle restricted to the numbers that fit, of which {@code value} must be one. */
  int applyWithin(IntPredicate fits, int value) {
    int walked = apply(value);
    while (!fits.test(walked)) {
      walked = apply(walked);
    }
    return walked;
  }

  int invertWithin(IntPredicate fits, int value) {
    int walked = invert(value);
    while (!fits.test(walked)) {
      walked = invert(walked);
    }
    return walked;
  }

  private int scramble(int half, int round) {
    return (int) (Mix.mix(seed + (long) round * Mix.GOLDEN + half) >>> 32) & halfMask;
  }
}
