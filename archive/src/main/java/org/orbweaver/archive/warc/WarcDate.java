package org.orbweaver.archive.warc;

import java.time.Instant;

/**
 * Times as WARC 1.1 writes them, to the millisecond, as the index keeps them: a revisit record must
 * name the very date of the record that it refers to. A crawl writes many in one second: that much
 * of the text is kept from the last one.
 */
final class WarcDate {
  private record Second(long epoch, String text) {}

  private static volatile Second latest = second(0);

  private WarcDate() {}

  private static Second second(long epoch) {
    String text = Instant.ofEpochSecond(epoch).toString();
    return new Second(epoch, text.substring(0, text.length() - 1));
  }

  static String of(Instant at) {
    Second second = latest;
    if (second.epoch() != at.getEpochSecond()) {
      second = second(at.getEpochSecond());
      latest = second;
    }
    StringBuilder text = new StringBuilder(32).append(second.text()).append('.');
    int nanos = at.getNano();
    for (int unit = 100_000_000; unit >= 1_000_000; unit /= 10) {
      text.append((char) ('0' + nanos / unit % 10));
    }
    return text.append('Z').toString();
  }
}
