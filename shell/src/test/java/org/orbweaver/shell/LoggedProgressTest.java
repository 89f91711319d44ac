package org.orbweaver.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoggedProgressTest {
  private final StringWriter log = new StringWriter();
  private final AtomicLong clock = new AtomicLong(-5);
  private final LoggedProgress progress = new LoggedProgress(new PrintWriter(log), clock::get);

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void whatEndsSoonSaysNothing() {
    pass(Duration.ofSeconds(9));
    progress.at(1, "done");
    progress.close();
    assertThat(log.toString()).isEmpty();
  }

  @Test
  void aLongRunSaysHowFarItIsEverMoreRarely() {
    for (int second = 1; second <= 200; second++) {
      pass(Duration.ofSeconds(1));
      progress.at(second / 400.0, "second " + second);
    }
    assertThat(log.toString().lines())
        .containsExactly(
            "orb: 3 %  second 10",
            "orb: 8 %  second 30",
            "orb: 18 %  second 70",
            "orb: 33 %  second 130",
            "orb: 48 %  second 190");
  }
}
