package org.orbweaver.lab.wirespeed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.app.Progress;

/** That the experiment runs; how fast, no test may say. */
class WireSpeedTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void bothServersAnswerTheSameAsker() throws IOException {
    // On a busy machine a process may wait for its processor for half a second.
    WireSpeedOptions brief =
        new WireSpeedOptions(2, Duration.ofMillis(200), Duration.ofSeconds(1), 64);
    WireSpeedReport report =
        new WireSpeed(ServerKind.FULL_STACK, QueryKind.FIND_NODE, brief, Progress.SILENT).run();
    assertThat(report.rounds())
        .hasSize(2)
        .allSatisfy(
            round -> {
              assertThat(round.fullStack().pairs()).isPositive();
              assertThat(round.bareLoop().pairs()).isPositive();
            });
    assertThat(report.ratio()).isPositive();
    assertThat(report.conditions().queryBytes()).isBetween(90, 120);
    assertThat(report.conditions().replyBytes()).isBetween(270, 310);
    assertThat(report.conditions().tableEntries()).isGreaterThan(1_000);
    assertThat(report.conditions().serverProcessor())
        .isNotEqualTo(report.conditions().clientProcessor());
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void wholeNodeServesBothKindsOfQueries() throws IOException {
    WireSpeedOptions brief =
        new WireSpeedOptions(1, Duration.ofMillis(100), Duration.ofSeconds(1), 64);
    ServingSpeed.Report report = new ServingSpeed(brief, Progress.SILENT).run();
    assertThat(report.findNodesPerSecond()).isPositive();
    assertThat(report.getPeersPerSecond()).isPositive();
    assertThat(report.getPeers().conditions().replyBytes())
        .isGreaterThan(report.findNode().conditions().replyBytes());
    assertThat(report.findNode().conditions().tableEntries()).isGreaterThan(1_000);
  }

  @Test
  void medianIsTheMiddleOrBetweenTheTwo() {
    assertThat(WireSpeedReport.median(new double[] {5, 1, 3})).isEqualTo(3);
    assertThat(WireSpeedReport.median(new double[] {4, 1, 3, 2})).isEqualTo(2.5);
  }
}
