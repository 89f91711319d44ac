package org.orbweaver.census.sweep;

import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.KnownNodes;

/**
 * How many nodes there are. Those known are counted, each by its chance to answer if it was never
 * asked, and divided by the share of their kind that is known. Nodes that do not answer are listed
 * less often than live ones, so less of them is known.
 */
record Estimates(
    KnownNodes nodes, Grid grid, Coverage coverage, ListingOdds listing, AnswerOdds answering) {

  /**
   * @param unknown the share of live nodes of which nobody told
   * @param headcount how far the guesses about nodes that did not answer are off, if counted
   */
  Belief belief(double unknown, @Nullable Headcount headcount) {
    double live = 0;
    double silent = 0;
    int guesses = 0;
    double bias = headcount == null ? 0 : headcount.bias();
    for (int node = 0; node < nodes.size(); node++) {
      if (grid.contains(nodes.idHigh(node))) {
        boolean guess = isGuess(node);
        double answers = answers(node) + (guess ? bias : 0);
        guesses += guess ? 1 : 0;
        live += answers;
        silent += 1 - answers;
      }
    }
    double allLive = live / (1 - unknown);
    double allSilent = silent / (1 - coverage.meanUnknown(silentPower()));
    double error = headcount == null ? Double.NaN : headcount.error() * guesses / (1 - unknown);
    return new Belief(1 - unknown, allLive, error, allLive + allSilent);
  }

  /** Whether one can only guess that the node answers: it was not asked, or once and in vain. */
  boolean isGuess(int node) {
    return !nodes.hasAnswered(node)
        && nodes.timesSilent(node) <= 1
        && grid.contains(nodes.idHigh(node));
  }

  /** The probability that the node answers. */
  double answers(int node) {
    if (nodes.hasAnswered(node)) {
      return 1;
    }
    return nodes.timesAsked(node) > 0
        ? 0
        : answering.of(nodes.sources(node), coverage.unknown(grid.cell(nodes.idHigh(node))));
  }

  /** (1 − p) to this power is 1 − s, with p and s the odds that live and silent ones are listed. */
  private double silentPower() {
    return StrictMath.log(1 - Math.min(0.99, listing.ofSilent()))
        / StrictMath.log(1 - Math.min(0.99, listing.uncrowded()));
  }
}
