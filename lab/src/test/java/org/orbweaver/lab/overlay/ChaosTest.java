package org.orbweaver.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The project's proudest test; {@code orb lab chaos --seeds 200} runs many more seeds. */
class ChaosTest {
  private static final ChaosOptions SHORT =
      ChaosOptions.DEFAULT
          .change()
          .peers(10)
          .pages(1000)
          .faultsPerStep(0.3)
          .chaos(Duration.ofMinutes(5))
          .done();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void whateverHappensNoTaskIsLost(long seed) {
    Chaos.Outcome outcome = new Chaos(SHORT, seed).run();
    assertThat(outcome.lost()).as("%s", outcome).isZero();
    assertThat(outcome.thin()).as("%s", outcome).isZero();
    assertThat(outcome.resultsLost()).as("%s", outcome).isZero();
    assertThat(outcome.resultsThin()).as("%s", outcome).isZero();
    assertThat(outcome.crashes() + outcome.leaves() + outcome.joins()).isPositive();
  }

  /** A smaller one: what differs from run to run does so from the first minute on. */
  @Test
  void theSameSeedGivesTheSameRun() {
    ChaosOptions shorter = SHORT.change().pages(300).chaos(Duration.ofMinutes(2)).done();
    assertThat(new Chaos(shorter, 7).run()).isEqualTo(new Chaos(shorter, 7).run());
  }
}
