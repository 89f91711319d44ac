package org.orbweaver.lab.wirespeed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.orbweaver.app.Progress;

/** That the experiment runs and no reply comes from elsewhere; how fast, no test may say. */
class WorldSpeedTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  @Timeout(60)
  void bothServersAnswerFromTheAddressThatWasAsked() throws IOException {
    // On a busy machine a process may wait for its processor for half a second.
    WireSpeedOptions brief =
        new WireSpeedOptions(2, Duration.ofMillis(200), Duration.ofSeconds(1), 64);
    WorldSpeedReport report = new WorldSpeed(2_000, 1, brief, Progress.SILENT).run();
    assertThat(report.wrongSources()).isZero();
    assertThat(report.rounds())
        .hasSize(2)
        .allSatisfy(
            round -> {
              assertThat(round.world().pairs()).isPositive();
              assertThat(round.bareLoop().pairs()).isPositive();
            });
    assertThat(report.conditions().replyBytes()).isBetween(250, 320);
  }
}
