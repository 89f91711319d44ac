package org.orbweaver.app;

import java.time.Duration;

/** The end of a thread of ours. */
public final class ThreadEnd {
  private ThreadEnd() {}

  /** Interrupts it and waits until it has let go of what it uses, such as files to be closed. */
  public static void await(Thread thread) {
    await(thread, Duration.ofDays(1));
  }

  /** The same, within reason. */
  public static void await(Thread thread, Duration atMost) {
    thread.interrupt();
    try {
      thread.join(atMost);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
