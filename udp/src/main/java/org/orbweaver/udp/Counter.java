package org.orbweaver.udp;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A count kept by one thread and readable by all: a plain read, an addition and an opaque write, so
 * that counting costs no fence.
 */
final class Counter {
  private final AtomicLong value = new AtomicLong();

  void add(long amount) {
    value.setOpaque(value.getPlain() + amount);
  }

  void increment() {
    add(1);
  }

  /** For a counter with many writers, who must then all use this. */
  void incrementFromAnyThread() {
    value.getAndIncrement();
  }

  long get() {
    return value.getOpaque();
  }
}
