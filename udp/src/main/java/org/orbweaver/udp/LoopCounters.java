package org.orbweaver.udp;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts kept by the loop's thread and readable by all others: a plain read, an addition and an
 * opaque write, so counting costs no fence. Only {@link Count#WORK_REFUSED} has many writers.
 */
final class LoopCounters {
  enum Count {
    PACKETS_RECEIVED,
    BYTES_RECEIVED,
    RECEIVE_BATCHES,
    RECEIVE_ERRORS,
    TRUNCATED,
    STRANGERS,
    PACKETS_SENT,
    BYTES_SENT,
    SEND_BATCHES,
    SEND_ERRORS,
    QUEUE_FULL,
    OVERSIZED,
    NOT_AT_HOME,
    WAKE_UPS,
    FAILURES,
    WORK_REFUSED
  }

  private final AtomicLongArray counts = new AtomicLongArray(Count.values().length);

  void add(Count count, long amount) {
    counts.setOpaque(count.ordinal(), counts.getPlain(count.ordinal()) + amount);
  }

  void increment(Count count) {
    add(count, 1);
  }

  void incrementFromAnyThread(Count count) {
    counts.getAndIncrement(count.ordinal());
  }

  private long get(Count count) {
    return counts.getOpaque(count.ordinal());
  }

  LoopStatistics snapshot() {
    return new LoopStatistics(
        get(Count.PACKETS_RECEIVED),
        get(Count.BYTES_RECEIVED),
        get(Count.RECEIVE_BATCHES),
        get(Count.RECEIVE_ERRORS),
        get(Count.TRUNCATED),
        get(Count.STRANGERS),
        get(Count.PACKETS_SENT),
        get(Count.BYTES_SENT),
        get(Count.SEND_BATCHES),
        get(Count.SEND_ERRORS),
        get(Count.QUEUE_FULL),
        get(Count.OVERSIZED),
        get(Count.NOT_AT_HOME),
        get(Count.WAKE_UPS),
        get(Count.FAILURES),
        get(Count.WORK_REFUSED));
  }
}
