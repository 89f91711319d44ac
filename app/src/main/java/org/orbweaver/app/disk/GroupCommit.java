package org.orbweaver.app.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Shares syncs. While the disk is busy with one, those who want the next gather; the next serves
 * all of them. A sync takes milliseconds whatever it covers, so one for each caller would be what
 * the swarm waits for.
 *
 * <p>If a sync fails, nobody who waited for it is ever called: what is not on the platter is not
 * acknowledged. The failure is kept for whoever asks, and so is every later one's: after a failed
 * sync nobody knows what is on the disk.
 *
 * <p>What gathers is bounded by who asks: a peer has a bounded number of calls in work, and each
 * waits for one sync.
 */
final class GroupCommit implements AutoCloseable {
  /** Makes the disk keep what was written before the call. */
  interface Syncing {
    void sync();
  }

  private final Syncing disk;
  private final Executor owner;
  private final Thread thread;
  private List<Runnable> waiting = new ArrayList<>();
  private boolean closed;
  private volatile @Nullable String failure;

  /**
   * @param owner runs the callbacks, on the peer's thread
   */
  GroupCommit(Syncing disk, Executor owner, String name) {
    this.disk = disk;
    this.owner = owner;
    this.thread = Thread.ofPlatform().daemon().name("sync " + name).start(this::run);
  }

  synchronized void sync(Runnable durable) {
    waiting.add(durable);
    notifyAll();
  }

  private void run() {
    List<Runnable> served = next();
    while (!served.isEmpty()) {
      if (synced()) {
        List<Runnable> callbacks = served;
        owner.execute(() -> callbacks.forEach(Runnable::run));
      }
      served = next();
    }
  }

  private boolean synced() {
    try {
      if (failure == null) {
        disk.sync();
      }
    } catch (RuntimeException e) {
      failure = String.valueOf(e.getMessage());
    }
    return failure == null;
  }

  /** Why a sync failed; null if none did. */
  @Nullable String failure() {
    return failure;
  }

  /** All who wait, as soon as somebody does; nobody when there will be no more. */
  private synchronized List<Runnable> next() {
    try {
      while (waiting.isEmpty() && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      return List.of(); // nobody else interrupts this thread: the program is going down
    }
    List<Runnable> served = waiting;
    waiting = new ArrayList<>();
    return served;
  }

  /** Serves those who wait, and ends. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
