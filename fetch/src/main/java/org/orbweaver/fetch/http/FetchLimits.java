package org.orbweaver.fetch.http;

import java.time.Duration;

/**
 * What no server can stretch.
 *
 * @param connect to a TCP connection and its TLS handshake
 * @param silence without a byte
 * @param total for the whole exchange, however steadily it drips
 * @param headBytes of status line and headers
 * @param bodyBytes recorded of a body as sent; the rest is cut and marked so
 * @param memoryBytes of a response that are kept in memory; more goes to a temporary file
 */
public record FetchLimits(
    Duration connect,
    Duration silence,
    Duration total,
    int headBytes,
    long bodyBytes,
    int memoryBytes) {
  public static FetchLimits usual() {
    return new FetchLimits(
        Duration.ofSeconds(15),
        Duration.ofSeconds(30),
        Duration.ofMinutes(5),
        64 << 10,
        64L << 20,
        1 << 20);
  }

  /**
   * More than any response that is recorded within these limits: the last read of a head may bring
   * more than asked for, and a revisit's head is longer by that of its original.
   */
  public long largestResponse() {
    return bodyBytes + (1 << 20);
  }

  public FetchLimits withBodyBytes(long bytes) {
    return new FetchLimits(connect, silence, total, headBytes, bytes, memoryBytes);
  }

  /** The same, but no exchange takes longer than that. */
  public FetchLimits within(Duration time) {
    Duration most = total.compareTo(time) < 0 ? total : time;
    return new FetchLimits(connect, silence, most, headBytes, bodyBytes, memoryBytes);
  }
}
