package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UnevennessTest {
  private static final int NODES = 100_000;
  private static final double MEAN = 0.85;

  private final SplittableRandom random = new SplittableRandom(1);
  private final Unevenness unevenness = new Unevenness();

  @Test
  void equalNodesAreNotTakenForUneven() {
    listThreeTimes(0);
    assertThat(unevenness.correlation()).isLessThan(0.01);
    assertThat(unknownAfter(4)).isCloseTo(Math.pow(1 - MEAN, 4), within(0.0001));
  }

  @Test
  void whatFourAnswersLeaveUnknownIsReckonedRightly() {
    double spread = 0.14;
    listThreeTimes(spread);
    double truth = 0;
    for (int i = 0; i < NODES; i++) {
      truth += Math.pow(1 - odds(spread), 4) / NODES;
    }
    assertThat(truth).as("twice of what the mean tells").isGreaterThan(2 * Math.pow(1 - MEAN, 4));
    assertThat(unknownAfter(4)).isBetween(0.8 * truth, 1.4 * truth);
  }

  private double odds(double spread) {
    return MEAN + spread * (2 * random.nextDouble() - 1);
  }

  private void listThreeTimes(double spread) {
    for (int node = 0; node < NODES; node++) {
      double odds = odds(spread);
      for (int answer = 0; answer < 3; answer++) {
        unevenness.learn(node, random.nextDouble() < odds);
      }
    }
    unevenness.refresh(MEAN);
  }

  private double unknownAfter(int answers) {
    float unknown = 1;
    for (int i = 0; i < answers; i++) {
      unknown *= (float) (1 - MEAN * unevenness.fading(unknown));
    }
    return unknown;
  }
}
