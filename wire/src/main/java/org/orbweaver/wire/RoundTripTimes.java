package org.orbweaver.wire;

import java.time.Duration;
import java.util.Arrays;

/**
 * The adaptive timeout of the indexer paper (§2.4): a query is stalled once it has waited longer
 * than nine in ten of the last 256 answers took. One for each socket, since routes differ, and IPv4
 * from IPv6 most of all.
 *
 * <p>Every answer that beats the fixed timeout counts, stalled or not; if only quick ones did, the
 * timeout would creep towards zero.
 *
 * <p>The times are kept in order of arrival and, beside it, sorted: one more costs a binary search
 * and a short move, and the percentile is there to be read at any moment.
 */
public final class RoundTripTimes {
  static final int WINDOW = 256;

  /** Fewer answers say little about the tenth that is slow. */
  static final int ENOUGH = 16;

  /** Until then: longer than nearly all round trips on the Internet, far below the fixed 10 s. */
  static final long INITIAL_TIMEOUT = 2_000_000_000L;

  /** On a fast network a busy peer is not to be taken for a stalled one: 50 ms. */
  public static final Duration SHORTEST_STALL = Duration.ofMillis(50);

  private final long[] recent = new long[WINDOW];
  private final long[] sorted = new long[WINDOW];
  private final long shortest;
  private int count;
  private int next;

  public RoundTripTimes() {
    this(SHORTEST_STALL);
  }

  /**
   * @param shortestStall the timeout is never less, whatever the answers take
   */
  public RoundTripTimes(Duration shortestStall) {
    shortest = Math.min(shortestStall.toNanos(), PendingQueries.TIMEOUT);
  }

  /** An answer took that many nanoseconds. */
  public void add(long roundTrip) {
    int hole;
    if (count < WINDOW) {
      hole = count++;
    } else {
      hole = Arrays.binarySearch(sorted, recent[next]);
    }
    recent[next] = roundTrip;
    next = (next + 1) % WINDOW;
    fill(hole, roundTrip);
  }

  /** Puts the time in order after the entry at {@code hole} has become free. */
  private void fill(int hole, long roundTrip) {
    int found = Arrays.binarySearch(sorted, 0, hole, roundTrip);
    if (found < 0 && ~found == hole) {
      // No smaller place before the hole: look behind it.
      found = Arrays.binarySearch(sorted, hole + 1, count, roundTrip);
      int place = (found < 0 ? ~found : found) - 1;
      System.arraycopy(sorted, hole + 1, sorted, hole, place - hole);
      sorted[place] = roundTrip;
    } else {
      int place = found < 0 ? ~found : found;
      System.arraycopy(sorted, place, sorted, place + 1, hole - place);
      sorted[place] = roundTrip;
    }
  }

  /** How long to wait for an answer before asking somebody else as well, in nanoseconds. */
  public long stallTimeout() {
    if (count < ENOUGH) {
      return Math.max(INITIAL_TIMEOUT, shortest);
    }
    return Math.clamp(percentile(90), shortest, PendingQueries.TIMEOUT);
  }

  /** The smallest time that at least that many in a hundred of the recent ones do not exceed. */
  long percentile(int percent) {
    return sorted[(count * percent + 99) / 100 - 1];
  }
}
