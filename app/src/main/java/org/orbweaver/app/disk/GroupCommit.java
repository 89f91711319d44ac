package org.orbweaver.app.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Shares syncs. While the disk is busy with one, those who want the next gather; the next serves
 * all of them. A sync takes milliseconds whatever it covers, so one for each caller would be what
 * the swarm waits for.
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
      disk.sync();
      List<Runnable> callbacks = served;
      owner.execute(() -> callbacks.forEach(Runnable::run));
      served = next();
    }
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
