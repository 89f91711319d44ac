package org.orbweaver.sim.world;

import java.time.Duration;

/**
 * Torrents come and go, as many as there are: the older ones die off at a constant rate, and as
 * many are born.
 *
 * @param from when the first of the new ones may be born
 * @param span how long torrents are born; afterwards there are fewer and fewer
 * @param life how long a torrent lives on average
 */
public record Turnover(long from, Duration span, Duration life) {
  /** Nobody is born and nobody dies. */
  public static final Turnover NONE = new Turnover(0, Duration.ZERO, Duration.ofDays(1));

  boolean isNone() {
    return span.isZero();
  }

  /** How many torrents there are in all, if so many live at any time. */
  int total(int alive) {
    return alive + (int) Math.round(alive * ((double) span.toNanos() / life.toNanos()));
  }
}
