package org.orbweaver.lab.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.lab.Progress;

class WebCrawlExperimentTest {
  @Test
  void everyPageIsCapturedOnceAndTheNextDayCostsOnlyWhatChanged(@TempDir Path directory)
      throws IOException, InterruptedException {
    WebCrawlReport report =
        new WebCrawlExperiment(
                WebOptions.usual(30, 400, 7),
                Duration.ofMillis(1),
                1,
                32,
                directory,
                Progress.SILENT)
            .run();
    assertThat(report.captured()).isEqualTo(report.expected()).isGreaterThan(700);
    assertThat(report.repeated() + report.outOfScope() + report.forbidden()).isZero();
    assertThat(report.tooSoon() + report.atOnce()).isZero();
    WebCrawlReport.Round next = report.rounds().getFirst();
    assertThat(next.missed()).isZero();
    assertThat(next.notModified()).isGreaterThan(next.requests() * 8 / 10);
    assertThat(next.shippedLinks())
        .isBetween(next.trulyNewLinks(), next.trulyNewLinks() * 11 / 10 + 2);
  }
}
