package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * How likely a node lists another one that lies in the ball its answer covers, depending on how
 * many nodes share that bucket's range: nearly all of a few are listed, eight of many. Nothing is
 * assumed about tables beyond a weak prior; what counts is how often nodes that had answered
 * before, and so were certainly there, were listed by later answers. Nodes that had been silent
 * before are counted apart: they show how long tables keep the dead.
 */
final class ListingOdds {
  /** Up to here classes are two nodes wide, above half an octave. */
  private static final double FEW = 12;

  private static final int FEW_CLASSES = 6;
  private static final int CLASSES = 48;
  private static final double PRIOR_WEIGHT = 20;
  private static final double PRIOR = 0.8;
  private static final double PRIOR_SILENT = 0.2;

  /** How many of a large range are listed: a bucket of eight, nearly all of them live. */
  private static final double LISTED_OF_MANY = 9;

  private final double[] trials = new double[CLASSES];
  private final double[] listed = new double[CLASSES];
  private final double[] odds = new double[CLASSES];
  private double silentTrials = PRIOR_WEIGHT;
  private double silentListed = PRIOR_WEIGHT * PRIOR_SILENT;

  ListingOdds() {
    Arrays.fill(trials, PRIOR_WEIGHT);
    for (int i = 0; i < CLASSES; i++) {
      odds[i] = Math.min(PRIOR, LISTED_OF_MANY / middle(i));
      listed[i] = PRIOR_WEIGHT * odds[i];
    }
  }

  private static double middle(int index) {
    return index < FEW_CLASSES
        ? FEW / FEW_CLASSES * (index + 0.5)
        : FEW * StrictMath.pow(2, (index - FEW_CLASSES + 0.5) / 2);
  }

  private static int index(double nodesInRange) {
    return nodesInRange < FEW
        ? (int) (nodesInRange * FEW_CLASSES / FEW)
        : Math.min(CLASSES - 1, FEW_CLASSES + (int) (2 * log2(nodesInRange / FEW)));
  }

  private static double log2(double value) {
    return StrictMath.log(value) / StrictMath.log(2);
  }

  /** A node that was there for certain was listed, or was not. */
  void learn(double nodesInRange, boolean wasListed) {
    int index = index(nodesInRange);
    trials[index]++;
    listed[index] += wasListed ? 1 : 0;
    odds[index] = listed[index] / trials[index];
  }

  void learnOfSilent(boolean wasListed) {
    silentTrials++;
    silentListed += wasListed ? 1 : 0;
  }

  double of(double nodesInRange) {
    return odds[index(nodesInRange)];
  }

  /** Of a live node among few: the share of its neighbours that a node knows. */
  double amongFew() {
    double all = 0;
    double hits = 0;
    for (int i = 0; i < FEW_CLASSES / 2; i++) {
      all += trials[i];
      hits += listed[i];
    }
    return hits / all;
  }

  /** The same of a node that does not answer. */
  double ofSilent() {
    return silentListed / silentTrials;
  }
}
