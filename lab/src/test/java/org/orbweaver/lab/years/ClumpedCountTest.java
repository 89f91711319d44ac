package org.orbweaver.lab.years;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClumpedCountTest {
  @Test
  void singleThingsHavePoissonsInterval() {
    ClumpedCount count = new ClumpedCount(Collections.nCopies(10, 1).stream(), 1);
    assertThat(count.low()).isEqualTo(4.8, within(0.05));
    assertThat(count.high()).isEqualTo(18.4, within(0.1));
  }

  @Test
  void nothingCountedMayStillBeThreeOrSo() {
    ClumpedCount none = new ClumpedCount(Stream.of(), 1);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isEqualTo(3.69, within(0.05));
    assertThat(new ClumpedCount(Stream.of(), 5).high()).isEqualTo(18.4, within(0.2));
  }

  @Test
  void theIntervalOfClumpsHoldsTheTruthAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(7);
    int trials = 2_000;
    double mean = 30 * 5.5;
    long held =
        IntStream.range(0, trials)
            .mapToObj(trial -> new ClumpedCount(clumps(random, 30), 1))
            .filter(count -> count.low() <= mean && mean <= count.high())
            .count();
    assertThat((double) held / trials).isBetween(0.92, 0.98);
  }

  @Test
  void aFewClumpsDoNotTellHowLargeClumpsAre() {
    SplittableRandom random = new SplittableRandom(8);
    int trials = 2_000;
    double mean = 2 * 5.5;
    long held =
        IntStream.range(0, trials)
            .mapToObj(trial -> new ClumpedCount(clumps(random, 2), 7))
            .filter(count -> count.low() <= mean && mean <= count.high())
            .count();
    assertThat((double) held / trials).isGreaterThan(0.94);
  }

  /** A Poisson number of clumps, each of one to ten. */
  private static Stream<Integer> clumps(SplittableRandom random, double expected) {
    int number = 0;
    for (double time = -Math.log(1 - random.nextDouble());
        time < expected;
        time -= Math.log(1 - random.nextDouble())) {
      number++;
    }
    return Stream.generate(() -> 1 + random.nextInt(10)).limit(number);
  }
}
