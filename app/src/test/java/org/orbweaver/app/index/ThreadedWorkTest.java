package org.orbweaver.app.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.indexer.pipeline.BlockingWork;

/** I2: the store's thread does not wait for a pipeline that takes nothing any more. */
@Timeout(20)
class ThreadedWorkTest {
  private final AtomicBoolean alive = new AtomicBoolean(true);
  private final AtomicInteger offered = new AtomicInteger();

  @Test
  void newsForAPipelineThatHasEndedAreDropped() throws InterruptedException {
    CountDownLatch second = new CountDownLatch(1);
    try (ThreadedWork work = new ThreadedWork(() -> 0, this::refuse, alive::get)) {
      work.run(() -> "first", new Unheard());
      work.run(
          () -> {
            second.countDown();
            return "second";
          },
          new Unheard());
      assertThat(second.await(200, TimeUnit.MILLISECONDS))
          .as("it waits while there is hope")
          .isFalse();
      alive.set(false);
      assertThat(second.await(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(offered.get()).isGreaterThan(1);
  }

  private boolean refuse(Runnable news) {
    offered.incrementAndGet();
    return false;
  }

  private static final class Unheard implements BlockingWork.Answer<String> {
    @Override
    public void done(long now, String result) {
      throw new AssertionError("nobody is there to hear " + result);
    }

    @Override
    public void failed(long now, Exception problem) {
      throw new AssertionError(problem);
    }
  }
}
