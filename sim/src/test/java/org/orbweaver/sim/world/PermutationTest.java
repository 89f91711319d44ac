package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PermutationTest {
  @Test
  void hitsEveryNumberOnceAndFindsBack() {
    for (int bits = 2; bits <= 16; bits += 2) {
      Permutation permutation = new Permutation(bits, 7);
      BitSet hit = new BitSet();
      for (int value = 0; value < 1 << bits; value++) {
        int image = permutation.apply(value);
        hit.set(image);
        assertThat(permutation.invert(image)).isEqualTo(value);
      }
      assertThat(hit.cardinality()).isEqualTo(1 << bits);
      assertThat(hit.length()).isEqualTo(1 << bits);
    }
  }

  @Test
  void staysWithinASubset() {
    Permutation permutation = new Permutation(12, 3);
    BitSet hit = new BitSet();
    for (int value = 1000; value < 3000; value++) {
      int image = permutation.applyWithin(v -> v >= 1000 && v < 3000, value);
      hit.set(image);
      assertThat(permutation.invertWithin(v -> v >= 1000 && v < 3000, image)).isEqualTo(value);
    }
    assertThat(hit.cardinality()).isEqualTo(2000);
    assertThat(hit.nextSetBit(0)).isGreaterThanOrEqualTo(1000);
  }
}
