package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.orbweaver.udp.linux.BootClock;

class SuspendedTimeTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NIGHT = 8 * 3600 * SECOND;

  private long awake = 5 * SECOND;
  private long always = 900 * SECOND;

  @Test
  void aNightAsleepIsNoticedWithinASecondAndNeverTakenBack() {
    SuspendedTime time = new SuspendedTime(() -> awake, () -> always);
    pass(10 * SECOND);
    assertThat(time.nanos(awake)).isZero();
    always += NIGHT;
    pass(SECOND + 1);
    assertThat(time.nanos(awake)).isEqualTo(NIGHT);
    pass(10 * SECOND);
    assertThat(time.nanos(awake)).isEqualTo(NIGHT);
    always += NIGHT;
    pass(2 * SECOND);
    assertThat(time.nanos(awake)).isEqualTo(2 * NIGHT);
  }

  @Test
  void aThreadHeldUpBetweenTwoReadingsIsNoSleep() {
    SuspendedTime time = new SuspendedTime(() -> awake, () -> always);
    for (int i = 0; i < 1000; i++) {
      pass(2 * SECOND);
      awake -= i % 100 * 1_000_000L; // read that much too early
      assertThat(time.nanos(awake + SECOND)).isZero();
      awake += i % 100 * 1_000_000L;
    }
  }

  private void pass(long nanos) {
    awake += nanos;
    always += nanos;
  }

  @Test
  void theKernelTellsTheTimeSinceTheMachineStarted() throws Exception {
    Assumptions.assumeTrue(BootClock.available());
    String uptime = Files.readString(Path.of("/proc/uptime")).split(" ")[0];
    assertThat(BootClock.now() / 1e9)
        .isBetween(Double.parseDouble(uptime) - 1, Double.parseDouble(uptime) + 5);
  }
}
