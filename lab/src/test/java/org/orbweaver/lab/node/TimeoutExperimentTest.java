package org.orbweaver.lab.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;

class TimeoutExperimentTest {
  @Test
  void adaptiveTimeoutsMoreThanHalveTheMedianLookupTime() {
    TimeoutExperiment.Report report = new TimeoutExperiment(3_000, 60, 1, Progress.SILENT).run();
    assertThat(report.medianRatio()).as(report.toString()).isLessThan(0.25);
    assertThat(report.adaptive().exactShare()).isGreaterThanOrEqualTo(0.98);
  }
}
