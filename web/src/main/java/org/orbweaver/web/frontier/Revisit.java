package org.orbweaver.web.frontier;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;

/**
 * When a page should be looked at again. The interval follows the page: a change shortens it by a
 * third, a visit in vain lengthens it by a half, within bounds (the adaptive schedule of Nutch and
 * StormCrawler).
 *
 * <pre>
 *   due, in seconds (8)  interval, in seconds (4)
 * </pre>
 */
record Revisit(Instant due, Duration interval) {
  private static final int BYTES = 12;
  private static final double SHORTER = 2.0 / 3;
  private static final double LONGER = 1.5;

  /** A page met for the first time comes again with the next round. */
  static Revisit first(Instant now, Duration every) {
    return new Revisit(now.plus(every), every);
  }

  /**
   * @param every the crawl's round: nothing is looked at more often
   * @param longest nothing is looked at less often
   */
  Revisit next(Instant now, boolean changed, Duration every, Duration longest) {
    double seconds = interval.toSeconds() * (changed ? SHORTER : LONGER);
    long bounded =
        Math.clamp(
            Math.round(seconds),
            every.toSeconds(),
            Math.max(every.toSeconds(), longest.toSeconds()));
    return new Revisit(now.plusSeconds(bounded), Duration.ofSeconds(bounded));
  }

  byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .putLong(due.getEpochSecond())
        .putInt((int) interval.toSeconds())
        .array();
  }

  static Revisit decode(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    return new Revisit(Instant.ofEpochSecond(in.getLong()), Duration.ofSeconds(in.getInt()));
  }
}
