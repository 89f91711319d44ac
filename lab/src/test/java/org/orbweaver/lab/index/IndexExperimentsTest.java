package org.orbweaver.lab.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.lab.Progress;

class IndexExperimentsTest {
  @Test
  void rareHashesPassTheFilterAndNotTheLottery() {
    FilterExperiment.Report report = new FilterExperiment(50, 200, 1).run();
    assertThat(report.rows().getFirst().rareThrough()).isGreaterThan(0.8);
    assertThat(report.rows().getLast().rareThrough()).isLessThan(0.2);
  }

  @Test
  void whatIsSeenAndServedIsObtainedAndNothingElse() {
    YieldExperiment.Options options =
        new YieldExperiment.Options(2_000, 500, 4, 0.6, 0.02, true, true, 1);
    YieldExperiment.Report report = new YieldExperiment(options, Progress.SILENT).run();
    assertThat(report.seen()).isGreaterThan(400);
    assertThat(report.obtainedOfSeen()).isGreaterThan(0.99);
    assertThat(report.hiddenObtained()).isGreaterThan(0.8);
    assertThat(report.wrong()).isZero();
    assertThat(report.baitsNoted()).isZero();
  }

  @Test
  void naturalNeighboursAreMostlyXorNeighbours() {
    DistanceExperiment.Report report = new DistanceExperiment(100_000, 1).run();
    assertThat(report.xor().getFirst()).isEqualTo(1);
    assertThat(report.meanNatural() - report.meanXor()).isBetween(1.0, 2.0);
  }
}
