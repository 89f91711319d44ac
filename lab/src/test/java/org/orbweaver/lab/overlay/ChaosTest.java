package org.orbweaver.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The project's proudest test; {@code orb lab chaos --seeds 200} runs many more seeds. */
class ChaosTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whateverHappensNoTaskIsLost(long seed) {
    Chaos.Outcome outcome = new Chaos(ChaosOptions.DEFAULT, seed).run();
    assertThat(outcome.lost()).as("%s", outcome).isZero();
    assertThat(outcome.thin()).as("%s", outcome).isZero();
    assertThat(outcome.crashes() + outcome.leaves() + outcome.joins()).isPositive();
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    assertThat(new Chaos(ChaosOptions.DEFAULT, 7).run())
        .isEqualTo(new Chaos(ChaosOptions.DEFAULT, 7).run());
  }
}
