package org.orbweaver.indexer.peer;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes of unfinished metadata all conversations together may hold. They take room as
 * pieces arrive, not by what peers claim: a claim costs a peer nothing. When it is used up, a
 * conversation that needs more ends with {@link PeerFailure#NO_ROOM}.
 */
public final class MemoryBudget {
  private final AtomicLong left;

  public MemoryBudget(long bytes) {
    left = new AtomicLong(bytes);
  }

  boolean tryTake(int bytes) {
    if (left.addAndGet(-bytes) >= 0) {
      return true;
    }
    left.addAndGet(bytes);
    return false;
  }

  void release(int bytes) {
    left.addAndGet(bytes);
  }

  /** What is not taken now. */
  public long left() {
    return left.get();
  }
}
