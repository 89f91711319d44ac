package org.orbweaver.lab.years;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;

class ArchiveYearsTest {
  private static final int PEERS = 60;
  private static final int DAYS = 120;
  private static final int BLOCKS = 3_000;

  @Test
  void moreCopiesLoseLessAsTheFormulaSaysAndAllRotIsFound() {
    ArchiveYears.Report report =
        new ArchiveYears(YearsOptions.thesis(PEERS, DAYS, BLOCKS, 1), 1, 12, Progress.SILENT).run();
    List<ArchiveYears.ByCopies> byCopies = report.byCopies();
    assertThat(byCopies).extracting(ArchiveYears.ByCopies::r).containsExactly(2, 3, 4, 6);
    assertThat(byCopies.getLast().lost()).isZero();
    assertThat(byCopies.getFirst().lost()).as("two copies are too few").isPositive();
    assertThat(byCopies.getFirst().lost()).isGreaterThanOrEqualTo(byCopies.get(1).lost());
    assertThat(report.rotted()).isPositive();
    assertThat(report.rotFound()).isEqualTo(report.rotted());
    assertThat(report.comparing().rowsBack()).isEqualTo(report.comparing().rowsLost());
  }
}
