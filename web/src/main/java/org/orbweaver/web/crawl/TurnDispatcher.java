package org.orbweaver.web.crawl;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.HostTurn;

/**
 * Where workers wait for the frontier's next turn. One of them, the leader, sleeps until a host is
 * ready, the others until they are called; who gets a turn calls the next. With all of them
 * watching the clock, a hundred idle workers took more time than the fetching. No more turns are
 * out than the round's budget has room for.
 */
final class TurnDispatcher {
  private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(500);

  private final Frontier frontier;
  private final LongSupplier clock;
  private final RoundBudget budget;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long leader; // the leader's ticket, 0 without one
  private long tickets;
  private long leaderUntil;
  private long out;
  private boolean ended;
  private volatile @Nullable Throwable failure;

  TurnDispatcher(Frontier frontier, LongSupplier clock, RoundBudget budget) {
    this.frontier = frontier;
    this.budget = budget;
    this.clock = clock;
  }

  /** Blocks until a host may be asked; null when it is over. */
  @Nullable HostTurn next() throws InterruptedException {
    lock.lock();
    try {
      while (!ended) {
        long now = clock.getAsLong();
        boolean hasRoom = out < budget.room();
        HostTurn turn = hasRoom ? frontier.take(now) : null;
        if (turn != null) {
          out++;
          return turn;
        }
        long ready = hasRoom ? frontier.nextReady() : Long.MAX_VALUE;
        long until = Math.min(ready, now + LONGEST_WAIT);
        if (leader != 0 && leaderUntil <= until) {
          changed.await();
        } else {
          lead(until, Math.max(1, until - now));
        }
      }
      return null;
    } finally {
      if (leader == 0) {
        changed.signal();
      }
      lock.unlock();
    }
  }

  /** Also takes over from a leader who would sleep longer. */
  @SuppressWarnings("WaitNotInLoop") // the loop is the caller's
  private void lead(long until, long nanos) throws InterruptedException {
    long ticket = ++tickets;
    leader = ticket;
    leaderUntil = until;
    try {
      changed.awaitNanos(nanos);
    } finally {
      if (leader == ticket) {
        leader = 0;
      }
    }
  }

  /** A turn was used. */
  void used() {
    lock.lock();
    try {
      out--;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** A host may have become ready sooner than the leader thinks. */
  void changed() {
    lock.lock();
    try {
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** A worker met something that should not be: the crawl ends, and says why. */
  void fail(Throwable problem) {
    failure = problem;
    end();
  }

  /** Null while all is well. */
  @Nullable Throwable failure() {
    return failure;
  }

  void end() {
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
