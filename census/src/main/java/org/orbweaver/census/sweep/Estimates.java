package org.orbweaver.census.sweep;

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
   */
  Belief belief(double unknown) {
    double live = 0;
    double silent = 0;
    for (int node = 0; node < nodes.size(); node++) {
      long high = nodes.idHigh(node);
      if (grid.contains(high)) {
        double answers = answers(node, high);
        live += answers;
        silent += 1 - answers;
      }
    }
    double allLive = live / (1 - unknown);
    double allSilent = silent / (1 - coverage.meanUnknown(silentPower()));
    return new Belief(1 - unknown, allLive, allLive + allSilent);
  }

  private double answers(int node, long high) {
    if (nodes.hasAnswered(node)) {
      return 1;
    }
    return nodes.timesAsked(node) > 0
        ? 0
        : answering.of(nodes.sources(node), coverage.unknown(grid.cell(high)));
  }

  /** (1 − p) to this power is 1 − s, with p and s the odds that live and silent ones are listed. */
  private double silentPower() {
    return StrictMath.log(1 - Math.min(0.99, listing.ofSilent()))
        / StrictMath.log(1 - Math.min(0.99, listing.uncrowded()));
  }
}
