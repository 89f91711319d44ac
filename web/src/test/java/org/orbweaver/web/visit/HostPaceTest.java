package org.orbweaver.web.visit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HostPaceTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void complaintsSlowAHostDownAndGoodAnswersSpeedItUpAgain() {
    HostPace pace = new HostPace(Manners.usual());
    long usual = pace.nanos();
    pace.complained();
    pace.complained();
    assertThat(pace.nanos()).isEqualTo(4 * SECOND);
    for (int i = 0; i < 10; i++) {
      pace.answered(1_000_000);
    }
    assertThat(pace.nanos()).isEqualTo(usual);
    pace.answered(100 * SECOND);
    assertThat(pace.nanos()).isGreaterThan(20 * SECOND);
  }
}
