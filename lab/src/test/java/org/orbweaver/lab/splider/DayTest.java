package org.orbweaver.lab.splider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;

class DayTest {
  @Test
  void theDaysDipAndSessionsAreRecovered() {
    DayReport day =
        new Day(new DayOptions(1000, 24, 15, 0.02, SessionLaw.PARETO, 1), Progress.SILENT).run();
    assertThat(day.answeredShare()).isCloseTo(1, within(0.02));
    assertThat(day.dip().measured()).isCloseTo(day.dip().truth(), within(0.03));
    assertThat(day.shareOverTwoHours().measured())
        .isCloseTo(day.shareOverTwoHours().truth(), within(0.1));
  }

  @Test
  void plantedSessionsAreToldApart() {
    PlantedSessions.Report report = new PlantedSessions(8000, 1, 1, 0.005, Progress.SILENT).run();
    assertThat(report.alwaysPreferred()).isTrue();
    assertThat(report.worstFormError()).isLessThan(0.1);
  }
}
