package org.orbweaver.web.visit;

import java.time.Duration;

/**
 * The pause after a request to one host. It is the larger of our own delay and the host's
 * crawl-delay; grows with the host's answering time, of which one slow page among fast ones says
 * little: after an answer of 30 s the pages of 10 ms once waited six seconds each; doubles with
 * each 429 or 503, and shrinks again by a half with each good answer.
 */
final class HostPace {
  private static final double SMOOTHING = 0.3;
  private static final double MOST_GROWTH = 4;
  private static final double TOLERATED = 1e9;
  private static final long FIRST_BACKOFF = Duration.ofSeconds(2).toNanos();

  private Manners manners;
  private long asked;
  private double answerNanos;
  private long backoff;

  HostPace(Manners manners) {
    this.manners = manners;
  }

  void adopt(Manners other) {
    manners = other;
  }

  /** The host's own wish, from robots.txt. */
  void askedFor(Duration crawlDelay) {
    asked = Math.min(crawlDelay.toNanos(), manners.longestDelay().toNanos());
  }

  void answered(long nanos) {
    double said = Math.min((double) nanos, MOST_GROWTH * answerNanos + TOLERATED);
    answerNanos = answerNanos == 0 ? said : answerNanos + SMOOTHING * (said - answerNanos);
    backoff /= 2;
    if (backoff < FIRST_BACKOFF / 4) {
      backoff = 0;
    }
  }

  /** It complained of too much, or does not work at all. */
  void complained() {
    backoff =
        Math.min(backoff == 0 ? FIRST_BACKOFF : 2 * backoff, manners.longestDelay().toNanos());
  }

  long nanos() {
    long base = Math.max(manners.delay().toNanos(), asked);
    long byAnswer =
        Math.min((long) (manners.slowness() * answerNanos), manners.longestDelay().toNanos());
    return Math.max(Math.max(base, byAnswer), backoff);
  }
}
