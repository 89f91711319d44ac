package org.orbweaver.lab.index;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Figures 1 and 2 of the indexer paper: random keys in natural order, and how far each is from its
 * predecessor, by difference and by XOR. Both are told by how many leading bits of the distance are
 * zero: for XOR the bits two keys share.
 */
public final class DistanceExperiment {
  /**
   * The two distributions.
   *
   * @param natural keys whose natural distance has so many leading zeros
   * @param xor keys that share so many leading bits
   * @param meanNatural zeros
   * @param meanXor shared bits
   * @param equalShare of the keys whose two distances have equally many zeros
   */
  public record Report(
      int keys,
      long seed,
      List<Integer> natural,
      List<Integer> xor,
      double meanNatural,
      double meanXor,
      double equalShare) {
    public Report {
      natural = List.copyOf(natural);
      xor = List.copyOf(xor);
    }
  }

  private static final int BITS = 64;

  private final int keys;
  private final long seed;

  public DistanceExperiment(int keys, long seed) {
    this.keys = keys;
    this.seed = seed;
  }

  /** The first 64 bits are all that matters among fewer than 2^32 keys. */
  public Report run() {
    long[] sorted = new Random(seed).longs(keys).toArray();
    // Unsigned order is signed order with the first bit flipped, which changes no distance.
    Arrays.parallelSort(sorted);
    int[] natural = new int[BITS + 1];
    int[] xor = new int[BITS + 1];
    long naturalSum = 0;
    long xorSum = 0;
    int equal = 0;
    for (int i = 1; i < keys; i++) {
      int byDifference = Long.numberOfLeadingZeros(sorted[i] - sorted[i - 1]);
      int byXor = Long.numberOfLeadingZeros(sorted[i] ^ sorted[i - 1]);
      natural[byDifference]++;
      xor[byXor]++;
      naturalSum += byDifference;
      xorSum += byXor;
      equal += byDifference == byXor ? 1 : 0;
    }
    double pairs = keys - 1;
    return new Report(
        keys, seed, list(natural), list(xor), naturalSum / pairs, xorSum / pairs, equal / pairs);
  }

  private static List<Integer> list(int[] counts) {
    return Arrays.stream(counts).boxed().toList();
  }
}
