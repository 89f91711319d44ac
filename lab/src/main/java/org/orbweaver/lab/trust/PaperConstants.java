package org.orbweaver.lab.trust;

/**
 * What the paper leaves open. It names kinds of feedback and gives no weight, names R_min, R_max
 * and P_0 and gives no value; only R_initial = 0 and s "around 1.0" are said.
 *
 * @param initial R_initial
 * @param answered feedback of a requester that was answered; the next three likewise
 * @param leastChecks P_0, the probability of a verification at R_max
 * @param threshold s: a requester needs more than s times the mean participation
 * @param noisy whether figure 1's test is taken literally: the pages found in the sub-partition,
 *     scaled up, must not be fewer than claimed
 */
public record PaperConstants(
    double least,
    double most,
    double initial,
    double answered,
    double unanswered,
    double passed,
    double failed,
    double leastChecks,
    double threshold,
    boolean noisy) {

  /**
   * Fitted on figure 4's three points by {@link PaperFit}, then frozen: no other figure was looked
   * at.
   */
  static final PaperConstants FROZEN =
      new PaperConstants(-1, 1, 0, 0.1, -0.1, 0.2, -1.2, 0.05, 0.5, false);

  /**
   * P_ver: how likely a request is followed by a verification. The paper prints max, with which it
   * would always be 1 or more.
   */
  double verification(double reputation) {
    return Math.min(leastChecks - (reputation - least) / (most - least) + 1, 1);
  }

  PaperConstants startingAt(double reputation) {
    return new PaperConstants(
        least,
        most,
        reputation,
        answered,
        unanswered,
        passed,
        failed,
        leastChecks,
        threshold,
        noisy);
  }

  PaperConstants weighing(
      double answered, double unanswered, double passed, double failed, double leastChecks) {
    return new PaperConstants(
        least, most, initial, answered, unanswered, passed, failed, leastChecks, threshold, noisy);
  }

  PaperConstants between(double least, double most) {
    return new PaperConstants(
        least, most, initial, answered, unanswered, passed, failed, leastChecks, threshold, noisy);
  }

  PaperConstants asking(double share) {
    return new PaperConstants(
        least, most, initial, answered, unanswered, passed, failed, leastChecks, share, noisy);
  }

  PaperConstants sampling() {
    return new PaperConstants(
        least, most, initial, answered, unanswered, passed, failed, leastChecks, threshold, true);
  }
}
