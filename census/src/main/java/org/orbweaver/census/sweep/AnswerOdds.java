package org.orbweaver.census.sweep;

/**
 * How likely a node that was never asked answers, from how often it was listed and how often it
 * could have been. Tables forget nodes that do not answer, so a dead node is listed less often: of
 * two that were covered four times, the one listed four times is live, the one listed once is
 * probably not.
 *
 * <p>A mixture of two kinds of nodes, live and silent, each listed by a covering answer with the
 * probability that {@link ListingOdds} learned; how many are silent is learned from nodes that were
 * asked when one answer had told of them.
 */
final class AnswerOdds {
  private static final double PRIOR_WEIGHT = 20;
  private static final double PRIOR = 0.9;
  private static final int MOST = 12;

  /** Learning changes the odds slowly; the powers are taken once in so many answers. */
  private static final int REFRESH = 1024;

  private final ListingOdds listing;
  private final double[][] odds = new double[MOST + 1][MOST + 1];

  /** From what is unknown to how many coverings that is, rounded: asked for every candidate. */
  private final double[] steps = new double[MOST];

  private double asked = PRIOR_WEIGHT;
  private double answered = PRIOR_WEIGHT * PRIOR;
  private double coveringLog;
  private int untilRefresh;

  AnswerOdds(ListingOdds listing) {
    this.listing = listing;
    refresh();
  }

  /** A node was asked for the first time; the parameters are those of {@link #of}. */
  void learn(int listed, double unknown, boolean hasAnswered) {
    if (listed != 1 || coverings(unknown) > 1.5) {
      return;
    }
    asked++;
    answered += hasAnswered ? 1 : 0;
    if (--untilRefresh <= 0) {
      refresh();
    }
  }

  private void refresh() {
    untilRefresh = REFRESH;
    double live = Math.clamp(listing.uncrowded(), 0.05, 0.99);
    double silent = Math.clamp(listing.ofSilent(), 0.01, live);
    coveringLog = -StrictMath.log(1 - live);
    for (int covered = 0; covered < MOST; covered++) {
      steps[covered] = StrictMath.exp(-(covered + 0.5) * coveringLog);
    }
    for (int listed = 0; listed <= MOST; listed++) {
      for (int covered = 0; covered <= MOST; covered++) {
        double silentToLive =
            (asked - answered + 0.1)
                / answered
                * StrictMath.pow(silent / live, listed - 1)
                * StrictMath.pow((1 - silent) / (1 - live), Math.max(0, covered - listed));
        odds[listed][covered] = 1 / (1 + silentToLive);
      }
    }
  }

  /** How many answers could have told of a node there. */
  private double coverings(double unknown) {
    return -StrictMath.log(Math.max(unknown, 1e-9)) / coveringLog;
  }

  /**
   * @param listed how many answers told of the node
   * @param unknown the probability that a live node there would be unknown: how many answers could
   *     have told of it
   */
  double of(int listed, double unknown) {
    int covered = 0;
    while (covered < MOST && unknown <= steps[covered]) {
      covered++;
    }
    return odds[Math.min(MOST, listed)][covered];
  }
}
