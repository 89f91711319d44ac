package org.orbweaver.app.drive;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The way back onto a node's own thread, for those who must have it before the thread exists (the
 * disk is opened before the node that needs it). Waits for the thread to start and while its inbox
 * is full; what comes after its end is dropped, as in a crash.
 */
public final class PeerThread implements Executor {
  private static final long RETRY_MILLIS = 1;

  /** A thread's inbox. */
  @FunctionalInterface
  public interface Inbox {
    /** False if it is full or closed. */
    boolean offer(Runnable work);
  }

  private final CountDownLatch started = new CountDownLatch(1);
  private volatile @Nullable Inbox inbox;
  private volatile boolean ended;

  /** From now on work goes there. */
  public void started(Inbox at) {
    inbox = at;
    started.countDown();
  }

  /** From now on all work is dropped. */
  public void ended() {
    ended = true;
    started.countDown();
  }

  @Override
  public void execute(Runnable work) {
    try {
      started.await();
      Inbox at = inbox;
      while (!ended && at != null && !at.offer(work)) {
        Thread.sleep(RETRY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
