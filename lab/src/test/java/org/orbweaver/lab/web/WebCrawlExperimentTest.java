package org.orbweaver.lab.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.Progress;
import org.orbweaver.sim.web.WebOptions;

class WebCrawlExperimentTest {
  @TempDir private Path directory;

  private WebCrawlReport run(WebOptions web, Duration delay, boolean virtual)
      throws IOException, InterruptedException {
    return new WebCrawlExperiment(web, delay, 1, 32, virtual, directory, Progress.SILENT).run();
  }

  private static void assertPerfect(WebCrawlReport report) {
    assertThat(report.captured()).isEqualTo(report.expected()).isGreaterThan(700);
    assertThat(report.repeated() + report.outOfScope() + report.forbidden()).isZero();
    assertThat(report.tooSoon() + report.atOnce()).isZero();
    WebCrawlReport.Round next = report.rounds().getFirst();
    assertThat(next.missed()).isZero();
    assertThat(next.notModified()).isGreaterThan(next.requests() * 8 / 10);
    assertThat(next.shippedLinks())
        .isBetween(next.trulyNewLinks(), next.trulyNewLinks() * 11 / 10 + 2);
  }

  @Test
  void everyPageIsCapturedOnceAndTheNextDayCostsOnlyWhatChanged() throws Exception {
    assertPerfect(run(WebOptions.usual(30, 400, 7), Duration.ofMillis(1), false));
  }

  @Test
  void inVirtualTimePausesOfASecondAreKeptAtNoCost() throws Exception {
    assertPerfect(run(WebOptions.usual(40, 600, 8), Duration.ofSeconds(1), true));
  }
}
