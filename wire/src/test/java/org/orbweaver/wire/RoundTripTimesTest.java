package org.orbweaver.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundTripTimesTest {
  private static final long MILLISECOND = 1_000_000;

  private final RoundTripTimes times = new RoundTripTimes();

  @Test
  void percentilesAreThoseOfTheLast256() {
    for (long seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      RoundTripTimes tested = new RoundTripTimes();
      Deque<Long> model = new ArrayDeque<>();
      for (int i = 0; i < 1_000; i++) {
        long time = random.nextInt(random.nextBoolean() ? 10 : 1_000_000);
        tested.add(time);
        model.addLast(time);
        if (model.size() > 256) {
          model.removeFirst();
        }
        long[] sorted = model.stream().mapToLong(Long::longValue).sorted().toArray();
        for (int percent : new int[] {1, 50, 90, 100}) {
          assertThat(tested.percentile(percent))
              .as("seed %d, step %d", seed, i)
              .isEqualTo(sorted[(int) Math.ceil(sorted.length * percent / 100.0) - 1]);
        }
      }
    }
  }

  @Test
  void fewAnswersDoNotMoveTheTimeout() {
    for (int i = 0; i < RoundTripTimes.ENOUGH - 1; i++) {
      times.add(100 * MILLISECOND);
    }
    assertThat(times.stallTimeout()).isEqualTo(RoundTripTimes.INITIAL_TIMEOUT);
    times.add(100 * MILLISECOND);
    assertThat(times.stallTimeout()).isEqualTo(100 * MILLISECOND);
  }

  @Test
  void aTenthOfSlowAnswersDoesNotMoveTheTimeoutButMoreDo() {
    for (int i = 0; i < 256; i++) {
      times.add(i % 10 == 0 ? 5_000 * MILLISECOND : 100 * MILLISECOND);
    }
    assertThat(times.stallTimeout()).isLessThanOrEqualTo(5_000 * MILLISECOND);
    for (int i = 0; i < 256; i++) {
      times.add(i % 11 == 0 ? 5_000 * MILLISECOND : 100 * MILLISECOND);
    }
    assertThat(times.stallTimeout()).isEqualTo(100 * MILLISECOND);
    for (int i = 0; i < 256; i++) {
      times.add(i % 8 == 0 ? 5_000 * MILLISECOND : 100 * MILLISECOND);
    }
    assertThat(times.stallTimeout()).isEqualTo(5_000 * MILLISECOND);
  }

  @Test
  void timeoutHasAFloor() {
    for (int i = 0; i < 256; i++) {
      times.add(1);
    }
    assertThat(times.stallTimeout()).isEqualTo(RoundTripTimes.SHORTEST_STALL.toNanos());
  }

  @Test
  void nothingStallsWhenTheFloorIsTheFixedTimeout() {
    RoundTripTimes fixed = new RoundTripTimes(Duration.ofNanos(PendingQueries.TIMEOUT));
    assertThat(fixed.stallTimeout()).isEqualTo(PendingQueries.TIMEOUT);
    for (int i = 0; i < 256; i++) {
      fixed.add(100 * MILLISECOND);
    }
    assertThat(fixed.stallTimeout()).isEqualTo(PendingQueries.TIMEOUT);
  }
}
