package org.orbweaver.lab.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.app.Progress;
import org.orbweaver.overlay.lab.LinkGraph;

class OverlayExperimentTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void withoutFaultsEachTaskIsRunExactlyOnce(boolean hostKeys) {
    var options = new OverlayOptions(10, 1500, 5, 3, 64, OverlayOptions.Web.ZIPF, hostKeys, 1);
    OverlayExperiment.Report report = new OverlayExperiment(options, Progress.SILENT).run();
    assertThat(report.ranShare()).isEqualTo(1);
    assertThat(report.reRunShare()).isZero();
    assertThat(report.imbalance()).isLessThan(1.7);
  }

  @ParameterizedTest
  @EnumSource
  void everyPageOfASyntheticWebCanBeReached(OverlayOptions.Web web) {
    LinkGraph graph =
        web == OverlayOptions.Web.ZIPF
            ? LinkGraph.zipf(5000, 4, 1)
            : LinkGraph.bunched(5000, 10, 1);
    assertThat(graph.reachable()).hasSize(graph.pages());
  }

  @Test
  void lookupsSurviveTheFailureOfHalfOfAllPeers() {
    HalfFailure.Report report = new HalfFailure(30, 1).run();
    assertThat(report.correct()).isEqualTo(1);
    assertThat(report.meanAsked()).isLessThan(3);
    assertThat(report.settledAfterSeconds()).isLessThan(120);
  }

  @Test
  void newcomersSoonDoTheirShare() {
    ClusterExperiment.Report report = new ClusterExperiment(4, 1, Progress.SILENT).run();
    assertThat(report.slowestNewcomerSeconds()).isLessThanOrEqualTo(60);
    assertThat(report.fit()).isGreaterThan(0.95);
  }
}
