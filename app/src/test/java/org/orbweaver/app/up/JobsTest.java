package org.orbweaver.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobsTest {
  private static final int COUNT = 4;

  /** Each waits for the others: one after the other, none would ever meet the next. */
  @Test
  void allEndAtOnce() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(COUNT);
    CountDownLatch ending = new CountDownLatch(COUNT);
    AtomicInteger met = new AtomicInteger();
    try (Jobs jobs = new Jobs(InstantSource.system())) {
      for (int i = 0; i < COUNT; i++) {
        jobs.run("job " + i, () -> meeting(running, ending, met));
      }
      assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(met).hasValue(COUNT);
  }

  private static Work meeting(CountDownLatch running, CountDownLatch ending, AtomicInteger met) {
    running.countDown();
    return new Work() {
      @Override
      public String sentence() {
        return "waits for the others";
      }

      @Override
      public void close() {
        ending.countDown();
        try {
          if (ending.await(10, TimeUnit.SECONDS)) {
            met.incrementAndGet();
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    };
  }
}
