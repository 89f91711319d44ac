package org.orbweaver.udp;

import java.util.ArrayDeque;

/** Work other threads post to a loop. Bounded: when full, or closed, an offer is refused. */
final class WorkInbox {
  enum Offer {
    REFUSED,
    /** The first since the loop last looked: it must be woken. */
    FIRST,
    TAKEN
  }

  private final int capacity;
  private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
  private boolean closed;
  private volatile boolean nonEmpty;

  WorkInbox(int capacity) {
    this.capacity = capacity;
  }

  synchronized Offer offer(Runnable work) {
    if (closed || waiting.size() >= capacity) {
      return Offer.REFUSED;
    }
    waiting.add(work);
    if (nonEmpty) {
      return Offer.TAKEN;
    }
    nonEmpty = true;
    return Offer.FIRST;
  }

  /** Asked in every turn of the loop, so without the lock. */
  boolean isEmpty() {
    return !nonEmpty;
  }

  /** All that waits, in the order it was offered. */
  synchronized Runnable[] take() {
    Runnable[] all = waiting.toArray(Runnable[]::new);
    waiting.clear();
    nonEmpty = false;
    return all;
  }

  /** From now on refuses everything. */
  synchronized void close() {
    closed = true;
  }
}
