package org.orbweaver.overlay.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReplayWindowTest {
  @Test
  void eachNumberIsAdmittedOnceUnlessItIsTooOld() {
    long seed = 5;
    SplittableRandom random = new SplittableRandom(seed);
    ReplayWindow window = new ReplayWindow();
    Set<Long> seen = new HashSet<>();
    long highest = -1;
    for (int i = 0; i < 200_000; i++) {
      long number =
          Math.max(0, highest + random.nextInt(-6000, random.nextInt(100) == 0 ? 9000 : 3));
      boolean expected = number > highest - ReplayWindow.WIDTH && !seen.contains(number);
      boolean near = Math.abs(number - highest) < 1 << 20;
      assertThat(near ? window.whole((int) number) : number).isEqualTo(number);
      assertThat(window.admit(number)).as("seed %d, step %d", seed, i).isEqualTo(expected);
      seen.add(number);
      highest = Math.max(highest, number);
    }
    assertThat(window.admit(-1)).isFalse();
  }

  @Test
  void ofALongCountOnlyTheLowerHalfIsNeeded() {
    ReplayWindow window = new ReplayWindow();
    long wrapped = 5L << 32;
    for (long number : new long[] {0, 1L << 30, 1L << 31, 3L << 30, wrapped >> 2, wrapped >> 1}) {
      assertThat(window.whole((int) number)).isLessThanOrEqualTo(number);
      window.admit(number);
    }
    window.admit(wrapped - 3);
    assertThat(window.whole((int) (wrapped + 2))).isEqualTo(wrapped + 2);
    assertThat(window.whole((int) (wrapped - 9))).isEqualTo(wrapped - 9);
  }
}
