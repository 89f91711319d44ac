package org.orbweaver.overlay.task;

import java.util.HexFormat;

/**
 * Names a crawl: the first 128 bits of a hash of its plan and of its owner's key, so that nobody
 * finds two plans of one name (64 bits would take 2^32 tries).
 */
public record CrawlId(long high, long low) {
  private static final int DIGITS = 16;

  /** A crawl of an experiment, where nobody asks for its record. */
  public static CrawlId numbered(long number) {
    return new CrawlId(0, number);
  }

  /**
   * @throws IllegalArgumentException if these are not 32 hexadecimal digits
   */
  public static CrawlId parse(String text) {
    if (!text.matches("[0-9a-fA-F]{32}")) {
      throw new IllegalArgumentException("'" + text + "' is no crawl's name; orb peers lists them");
    }
    return new CrawlId(
        HexFormat.fromHexDigitsToLong(text, 0, DIGITS),
        HexFormat.fromHexDigitsToLong(text, DIGITS, 2 * DIGITS));
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
