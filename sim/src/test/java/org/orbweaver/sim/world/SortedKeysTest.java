package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SortedKeysTest {
  @Test
  void rangesHoldExactlyTheKeysOfASubspace() {
    for (int seed = 0; seed < 40; seed++) {
      RandomGenerator random = new java.util.SplittableRandom(seed);
      long[] values = random.longs(1 + random.nextInt(300)).toArray();
      for (int i = 0; i < values.length; i += 5) {
        values[i] = values[0] ^ random.nextLong() >>> random.nextInt(64); // crowds
      }
      SortedKeys keys = new SortedKeys(values.clone());
      for (int probe = 0; probe < 200; probe++) {
        long key = random.nextBoolean() ? random.nextLong() : values[random.nextInt(values.length)];
        int depth = random.nextInt(65);
        long expected =
            java.util.Arrays.stream(values).filter(v -> shared(v, key) >= depth).count();
        int first = keys.first(key, depth);
        int end = keys.end(key, depth);
        assertThat((long) end - first).as("seed %d depth %d", seed, depth).isEqualTo(expected);
        for (int i = first; i < end; i++) {
          assertThat(shared(keys.high(i), key)).as("seed %d", seed).isGreaterThanOrEqualTo(depth);
        }
      }
    }
  }

  private static int shared(long a, long b) {
    return Long.numberOfLeadingZeros(a ^ b);
  }
}
