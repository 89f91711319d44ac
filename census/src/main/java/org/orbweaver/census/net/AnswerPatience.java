package org.orbweaver.census.net;

import org.orbweaver.wire.RoundTripTimes;

/**
 * How long to wait for an answer, learned from the answers. Overdue is one that takes longer than
 * nine in ten did; given up it is after three times as long, when nearly all have come that ever
 * will.
 */
final class AnswerPatience {
  private static final int FIRST = 1024;

  /** Later on every eighth answer says enough. */
  private static final int STEP = 8;

  private static final int LAST_PATIENCE = 3;
  private static final long LONGEST = 5_000_000_000L;

  private final RoundTripTimes times = new RoundTripTimes();
  private long answers;
  private long patience = times.stallTimeout();

  void learn(long roundTrip) {
    answers++;
    if (answers < FIRST || answers % STEP == 0) {
      times.add(roundTrip);
      patience = times.stallTimeout();
    }
  }

  long overdue() {
    return patience;
  }

  long givenUp() {
    return Math.min(LAST_PATIENCE * patience, LONGEST);
  }
}
