package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ListingOddsTest {
  private final SplittableRandom random = new SplittableRandom(1);
  private final ListingOdds odds = new ListingOdds();

  @Test
  void learnsWhatItSees() {
    for (int i = 0; i < 20_000; i++) {
      odds.learn(3.2, random.nextDouble() < 0.95);
      odds.learn(14.7, random.nextDouble() < 0.6);
      odds.learn(200, random.nextDouble() < 0.04);
      odds.learnOfSilent(random.nextDouble() < 0.25);
    }
    assertThat(odds.of(3.9)).isCloseTo(0.95, within(0.01));
    assertThat(odds.uncrowded()).isCloseTo(0.95, within(0.01));
    assertThat(odds.of(14.1)).isCloseTo(0.6, within(0.02));
    assertThat(odds.of(210)).isCloseTo(0.04, within(0.01));
    assertThat(odds.ofSilent()).isCloseTo(0.25, within(0.02));
  }

  @Test
  void whoIsListedAsOftenAsCoveredProbablyAnswers() {
    AnswerOdds answers = new AnswerOdds(odds);
    assertThat(answers.of(4, 0.001)).isGreaterThan(0.99);
    assertThat(answers.of(1, 0.001)).isLessThan(answers.of(1, 0.2)).isLessThan(0.3);
  }
}
