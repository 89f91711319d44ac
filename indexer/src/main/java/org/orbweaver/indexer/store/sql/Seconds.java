package org.orbweaver.indexer.store.sql;

/** Between the program's nanoseconds since the epoch and the tables' seconds. */
final class Seconds {
  private static final long NANOS = 1_000_000_000;

  private Seconds() {}

  static long of(long nanos) {
    return Math.floorDiv(nanos, NANOS);
  }

  static long toNanos(long seconds) {
    return seconds * NANOS;
  }
}
