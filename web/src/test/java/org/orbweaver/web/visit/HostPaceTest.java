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
  }

  @Test
  void aHostThatIsSlowIsLeftAloneLongerAndOneSlowPageAmongFastOnesIsNot() {
    HostPace pace = new HostPace(Manners.usual());
    long usual = pace.nanos();
    for (int i = 0; i < 10; i++) {
      pace.answered(10_000_000);
    }
    pace.answered(30 * SECOND);
    assertThat(pace.nanos()).isEqualTo(usual);
    for (int i = 0; i < 10; i++) {
      pace.answered(30 * SECOND);
    }
    assertThat(pace.nanos()).isGreaterThan(20 * SECOND);
  }
}
