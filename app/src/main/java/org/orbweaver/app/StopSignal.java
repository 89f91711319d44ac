package org.orbweaver.app;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or a kill, turned into something a command can wait for; the process then lives on until
 * the command has finished cleanly, or ten seconds at most, unless the command needs more.
 */
public final class StopSignal implements AutoCloseable {
  private static final int GRACE_SECONDS = 10;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final int graceSeconds;

  public StopSignal() {
    this(GRACE_SECONDS);
  }

  public StopSignal(int graceSeconds) {
    this.graceSeconds = graceSeconds;
    Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::onShutdown));
  }

  private void onShutdown() {
    asked.countDown();
    try {
      finished.await(graceSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** True if it came within that time. */
  public boolean await(long seconds) throws InterruptedException {
    return asked.await(seconds, TimeUnit.SECONDS);
  }

  /** The same, for those in a hurry. */
  public boolean awaitMillis(long millis) throws InterruptedException {
    return asked.await(millis, TimeUnit.MILLISECONDS);
  }

  /** The command has finished. */
  @Override
  public void close() {
    finished.countDown();
  }
}
