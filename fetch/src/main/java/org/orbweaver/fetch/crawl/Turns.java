package org.orbweaver.fetch.crawl;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.frontier.Frontier;
import org.orbweaver.fetch.frontier.Turn;

/** Where workers wait for the frontier's next turn. */
final class Turns {
  private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);

  private final Frontier frontier;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private int waiting;
  private volatile boolean ended;

  Turns(Frontier frontier, LongSupplier clock) {
    this.frontier = frontier;
    this.clock = clock;
  }

  /** Blocks until a host may be asked; null when it is over. */
  @Nullable Turn next() throws InterruptedException {
    while (!ended) {
      Turn turn = frontier.take(clock.getAsLong());
      if (turn != null) {
        return turn;
      }
      long wait = Math.min(LONGEST_WAIT, frontier.nextReady() - clock.getAsLong());
      if (wait > 0) {
        await(wait);
      }
    }
    return null;
  }

  private void await(long nanos) throws InterruptedException {
    lock.lock();
    try {
      waiting++;
      changed.awaitNanos(nanos);
    } finally {
      waiting--;
      lock.unlock();
    }
  }

  /** A host may have become ready. */
  void changed() {
    lock.lock();
    try {
      if (waiting > 0) {
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  void allChanged() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    ended = true;
    allChanged();
  }

  boolean ended() {
    return ended;
  }
}
