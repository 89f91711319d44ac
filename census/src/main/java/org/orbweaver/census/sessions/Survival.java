package org.orbweaver.census.sessions;

import java.util.Arrays;

/**
 * The share of sessions that last longer than so many hours: the complementary distribution
 * function of Splider's figure 8.
 *
 * <p>A session of length L is there in L/Δ snapshots on average, Δ hours apart; so the share of
 * those seen at least j times is the mean of the function between (j − 1)Δ and jΔ, and is put in
 * the middle. It is relative to sessions that were seen at all: those much shorter than Δ mostly
 * are not.
 *
 * <p>Up to half of the window every session of the sample was followed and this is a plain count.
 * Beyond, those not yet ended leave the sample one after the other, and it is Kaplan and Meier's
 * estimate from those that are left: the tail up to a day, from the snapshots of a day.
 */
public final class Survival {
  /** With fewer sessions left to follow, nothing more is said. */
  private static final int FEWEST = 20;

  private final double[] shares;
  private final double hours;
  private final int sessions;

  private Survival(double[] shares, double hours, int sessions) {
    this.shares = shares;
    this.hours = hours;
    this.sessions = sessions;
  }

  static Survival of(int[] ended, int[] unfinished, double hours) {
    int sessions = 0;
    for (int seen = 1; seen < ended.length; seen++) {
      sessions += ended[seen] + unfinished[seen];
    }
    double[] shares = new double[ended.length];
    int points = 0;
    int left = sessions;
    double share = 1;
    for (int seen = 1; seen < ended.length && left >= FEWEST; seen++) {
      shares[points++] = share;
      share *= 1 - (double) ended[seen] / left;
      left -= ended[seen] + unfinished[seen];
    }
    return new Survival(Arrays.copyOf(shares, points), hours, sessions);
  }

  /** How many sessions it is drawn from. */
  public int sessions() {
    return sessions;
  }

  public int points() {
    return shares.length;
  }

  /** The length at that point of the curve, in hours. */
  public double length(int point) {
    return (point + 0.5) * hours;
  }

  public double share(int point) {
    return shares[point];
  }

  /** The share of sessions longer than that; from beyond the longest known length, its share. */
  public double longerThan(double length) {
    double place = length / hours - 0.5;
    int before = (int) place;
    if (place <= 0 || shares.length == 0) {
      return 1;
    }
    if (before + 1 >= shares.length) {
      return shares[shares.length - 1];
    }
    return shares[before] + (place - before) * (shares[before + 1] - shares[before]);
  }

  /** The mean length in hours, where longer sessions count as {@code atMost} long. */
  public double meanHours(double atMost) {
    int whole = (int) Math.min(shares.length, StrictMath.round(atMost / hours));
    double sum = 0;
    for (int point = 0; point < whole; point++) {
      sum += shares[point] * hours;
    }
    double missing = Math.max(0, atMost - whole * hours);
    return sum + (shares.length == 0 ? 0 : missing * shares[shares.length - 1]);
  }
}
