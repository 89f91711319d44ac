package org.orbweaver.lab.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class StoredOverTimeTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void steadyRateLeavesOutTheStartAndTheStragglers() {
    StoredOverTime stored = new StoredOverTime(7 * SECOND);
    int second = 7;
    for (int i = 0; i < 5; i++) {
      stored.add(++second * SECOND, 0);
    }
    for (int i = 1; i <= 9; i++) {
      stored.add(++second * SECOND, 100L * i);
    }
    for (int i = 1; i <= 20; i++) {
      stored.add(++second * SECOND, 900 + 5L * i);
    }
    stored.add(++second * SECOND, 1_000);
    assertThat(stored.steadyPerSecond()).isCloseTo(100, within(1e-9));
    assertThat(stored.bestPerSecond()).isCloseTo(90.5, within(1e-9));
    assertThat(stored.seconds()).isEqualTo(34);
    assertThat(stored.torrents()).isEqualTo(1_000);
  }

  @Test
  void aRunWithoutTorrentsHasNoRate() {
    StoredOverTime stored = new StoredOverTime(0);
    stored.add(SECOND, 0);
    assertThat(stored.steadyPerSecond()).isZero();
    assertThat(stored.bestPerSecond()).isZero();
    assertThat(stored.seconds()).isZero();
  }
}
