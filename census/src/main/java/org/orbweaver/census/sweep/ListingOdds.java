package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * How likely a node lists another one that lies in the ball its answer covers. That depends on how
 * many nodes share that bucket's range: nearly all of a few are listed, eight of many. If the
 * answer went on to another bucket, though, this one had less than eight entries and nothing was
 * crowded out of it, however many there are.
 *
 * <p>Nothing is assumed about tables beyond a weak prior; what counts is how often nodes that had
 * answered before, and so were certainly there, were listed by later answers. Such trials may only
 * be sorted by what was known before the answer came: sorted by what it turned out to list, they
 * would flatter the classes that listed much. So there is one tally, by the number of nodes
 * expected in the range, and a bucket listed to its end is worth what ranges of few nodes are
 * worth.
 *
 * <p>Nodes that had been silent before are counted apart: they show how long tables keep the dead.
 */
final class ListingOdds {
  private static final double PRIOR_WEIGHT = 20;
  private static final double PRIOR = 0.8;
  private static final double PRIOR_SILENT = 0.2;

  /** How many of a large range are listed: a bucket of eight, nearly all of them live. */
  private static final double LISTED_OF_MANY = 9;

  /** Below this many a range is never crowded. */
  static final double FEW = 6;

  /** Classes of one node up to here, of half an octave above. */
  private static final int SINGLES = 16;

  private static final int CLASSES = 56;
  private static final double SQRT_2 = StrictMath.sqrt(2);

  private final double[] trials = new double[CLASSES];
  private final double[] hits = new double[CLASSES];
  private final double[] odds = new double[CLASSES];
  private double fewTrials = PRIOR_WEIGHT;
  private double fewHits = PRIOR_WEIGHT * PRIOR;
  private double silentTrials = PRIOR_WEIGHT;
  private double silentHits = PRIOR_WEIGHT * PRIOR_SILENT;

  ListingOdds() {
    Arrays.fill(trials, PRIOR_WEIGHT);
    for (int i = 0; i < CLASSES; i++) {
      odds[i] = Math.min(PRIOR, LISTED_OF_MANY / middle(i));
      hits[i] = PRIOR_WEIGHT * odds[i];
    }
  }

  private static double middle(int index) {
    return index < SINGLES ? index + 0.5 : SINGLES * StrictMath.pow(2, (index - SINGLES + 0.5) / 2);
  }

  private static int index(double nodesInRange) {
    if (nodesInRange < SINGLES) {
      return (int) Math.max(0, nodesInRange);
    }
    // The half octave from exponent and mantissa: a logarithm would cost more than all the rest.
    double ratio = nodesInRange / SINGLES;
    int octave = Math.getExponent(ratio);
    int half = 2 * octave + (ratio >= Math.scalb(SQRT_2, octave) ? 1 : 0);
    return Math.min(CLASSES - 1, SINGLES + half);
  }

  /**
   * Takes what was learned so far as a weak prior. To be called when most nodes are known, and with
   * them how many share each range: from then on trials are sorted rightly.
   */
  void startOver() {
    Arrays.fill(trials, PRIOR_WEIGHT);
    for (int i = 0; i < CLASSES; i++) {
      hits[i] = PRIOR_WEIGHT * odds[i];
    }
  }

  /**
   * A node that was there for certain was listed, or was not.
   *
   * @param nodesInRange how many nodes shared the bucket's range, as far as known before
   */
  void learn(double nodesInRange, boolean isListed) {
    int index = index(nodesInRange);
    trials[index]++;
    hits[index] += isListed ? 1 : 0;
    odds[index] = hits[index] / trials[index];
    if (nodesInRange < FEW) {
      fewTrials++;
      fewHits += isListed ? 1 : 0;
    }
  }

  void learnOfSilent(boolean isListed) {
    silentTrials++;
    silentHits += isListed ? 1 : 0;
  }

  /** In a bucket of which it is not known whether it is full. */
  double of(double nodesInRange) {
    return odds[index(nodesInRange)];
  }

  /**
   * Among few nodes, or in a bucket listed to its end: the share of neighbours that a node knows.
   */
  double uncrowded() {
    return fewHits / fewTrials;
  }

  /** The same of nodes that do not answer. */
  double ofSilent() {
    return silentHits / silentTrials;
  }
}
