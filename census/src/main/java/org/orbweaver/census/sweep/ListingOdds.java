package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * How likely a node lists another one that lies in the ball its answer covers. That depends on how
 * many nodes share that bucket's range: nearly all of a few are listed, eight of many. It also
 * depends on whether the answer went on to another bucket: then this one had less than eight
 * entries, so nothing was crowded out of it. Where the answer ends in the bucket, it may be full.
 *
 * <p>Nothing is assumed about tables beyond a weak prior; what counts is how often nodes that had
 * answered before, and so were certainly there, were listed by later answers. Nodes that had been
 * silent before are counted apart: they show how long tables keep the dead.
 */
final class ListingOdds {
  private static final double PRIOR_WEIGHT = 20;
  private static final double PRIOR_SILENT = 0.2;

  /** Below this many a range is never crowded. */
  private static final double FEW = 6;

  private final Tally exhausted = new Tally();
  private final Tally last = new Tally();
  private final Tally any = new Tally();
  private double trials = PRIOR_WEIGHT;
  private double listed = PRIOR_WEIGHT * Tally.PRIOR;
  private double silentTrials = PRIOR_WEIGHT;
  private double silentListed = PRIOR_WEIGHT * PRIOR_SILENT;

  /**
   * A node that was there for certain was listed, or was not.
   *
   * @param nodesInRange how many nodes share the bucket's range, roughly
   * @param isExhausted whether the answer went on to another bucket
   */
  void learn(double nodesInRange, boolean isExhausted, boolean isListed) {
    (isExhausted ? exhausted : last).learn(nodesInRange, isListed);
    any.learn(nodesInRange, isListed);
    if (nodesInRange < FEW) {
      trials++;
      listed += isListed ? 1 : 0;
    }
  }

  void learnOfSilent(boolean isListed) {
    silentTrials++;
    silentListed += isListed ? 1 : 0;
  }

  /** What an answer was worth. */
  double of(double nodesInRange, boolean isExhausted) {
    return (isExhausted ? exhausted : last).odds(nodesInRange);
  }

  /** What an answer will be worth, before it is known. */
  double expected(double nodesInRange) {
    return any.odds(nodesInRange);
  }

  /** Of a live node among few: the share of its neighbours that a node knows. */
  double amongFew() {
    return listed / trials;
  }

  /** The same of a node that does not answer. */
  double ofSilent() {
    return silentListed / silentTrials;
  }

  /** Hits by the number of nodes in the range: up to 16 by one, above by half an octave. */
  private static final class Tally {
    static final double PRIOR = 0.8;

    /** How many of a large range are listed: a bucket of eight, nearly all of them live. */
    private static final double LISTED_OF_MANY = 9;

    private static final int SINGLES = 16;
    private static final int CLASSES = 56;

    private final double[] trials = new double[CLASSES];
    private final double[] hits = new double[CLASSES];
    private final double[] odds = new double[CLASSES];

    Tally() {
      Arrays.fill(trials, PRIOR_WEIGHT);
      for (int i = 0; i < CLASSES; i++) {
        odds[i] = Math.min(PRIOR, LISTED_OF_MANY / middle(i));
        hits[i] = PRIOR_WEIGHT * odds[i];
      }
    }

    private static double middle(int index) {
      return index < SINGLES
          ? index + 0.5
          : SINGLES * StrictMath.pow(2, (index - SINGLES + 0.5) / 2);
    }

    private static int index(double nodes) {
      if (nodes < SINGLES) {
        return (int) nodes;
      }
      int half = (int) (2 * StrictMath.log(nodes / SINGLES) / StrictMath.log(2));
      return Math.min(CLASSES - 1, SINGLES + half);
    }

    void learn(double nodes, boolean hit) {
      int index = index(nodes);
      trials[index]++;
      hits[index] += hit ? 1 : 0;
      odds[index] = hits[index] / trials[index];
    }

    double odds(double nodes) {
      return odds[index(nodes)];
    }
  }
}
