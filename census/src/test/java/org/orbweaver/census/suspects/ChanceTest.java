package org.orbweaver.census.suspects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;

class ChanceTest {
  @Test
  void poissonTailsAreTheSumsOfTheirTerms() {
    for (double mean : new double[] {0.001, 0.12, 1, 3.5}) {
      double term = StrictMath.exp(-mean);
      double[] terms = new double[60];
      for (int i = 0; i < terms.length; i++) {
        terms[i] = term;
        term *= mean / (i + 1);
      }
      for (int count = 0; count <= 12; count++) {
        double sum = 0;
        for (int i = terms.length - 1; i >= count; i--) {
          sum += terms[i];
        }
        assertThat(Chance.poissonAtLeast(count, mean))
            .as("%d of %s", count, mean)
            .isCloseTo(sum, withinPercentage(1e-6));
      }
    }
  }

  @Test
  void binomialTailsAreTheSumsOfTheirTerms() {
    for (int count = 0; count <= 20; count++) {
      double sum = 0;
      for (int i = 0; i <= count; i++) {
        sum += Chance.choose(20, i) * StrictMath.pow(0.68, i) * StrictMath.pow(0.32, 20 - i);
      }
      assertThat(Chance.binomialAtMost(count, 20, 0.68)).isCloseTo(sum, withinPercentage(1e-6));
    }
  }
}
