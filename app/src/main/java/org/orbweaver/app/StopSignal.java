package org.orbweaver.app;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C or a kill, turned into something a command can wait for; the process then lives on until
 * the command has finished cleanly, or ten seconds at most, unless the command needs more.
 */
public final class StopSignal implements AutoCloseable {
  private static final int GRACE_SECONDS = 10;
  private static final int SHOWN_FRAMES = 12;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch finished = new CountDownLatch(1);
  private final int graceSeconds;
  private final Thread command = Thread.currentThread();

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
      if (!finished.await(graceSeconds, TimeUnit.SECONDS)) {
        System.err.print(unfinished());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is left behind has a cause, and after this nobody could ask for it any more. */
  private String unfinished() {
    StringBuilder said =
        new StringBuilder(
            "orb: not finished within %d s, ended all the same; it was at%n"
                .formatted(graceSeconds));
    Arrays.stream(command.getStackTrace())
        .limit(SHOWN_FRAMES)
        .forEach(frame -> said.append("  ").append(frame).append(System.lineSeparator()));
    return said.toString();
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
