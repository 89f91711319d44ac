package org.orbweaver.lab.suspects;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;

class SuspectsExperimentTest {
  @Test
  void plantedAttacksAreFoundAndHonestWorldsLeftAlone() {
    check(new SuspectsExperiment(30_000, 3, 1, false, Progress.SILENT).run());
  }

  @Test
  void whatASweepHearsIsEnoughToTellAttackersFromCrowds() {
    check(new SuspectsExperiment(30_000, 2, 1, true, Progress.SILENT).run());
  }

  private static void check(SuspectsReport report) {
    assertThat(report.falseSybilsInHonestWorlds()).isZero();
    assertThat(report.falseEclipsesInHonestWorlds()).isZero();
    assertThat(report.falseSybilsInAttackedWorlds()).isZero();
    assertThat(report.falseEclipsesInAttackedWorlds()).isZero();
    assertThat(report.foundShare()).isGreaterThan(0.95);
    assertThat(report.barelyCloserFoundShare()).isGreaterThan(0.6);
  }
}
