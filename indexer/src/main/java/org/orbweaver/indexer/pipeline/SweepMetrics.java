package org.orbweaver.indexer.pipeline;

import java.time.Duration;

/**
 * How the sweep by sample_infohashes (BEP 51) goes.
 *
 * @param asked nodes asked for a sample, none of them before its turn
 * @param answered of them, who told what they store
 * @param refused who do not know the BEP
 * @param silent who did not answer
 * @param waiting nodes whose turn it is
 * @param resting nodes that are not asked before their interval is over
 * @param queries of the lookups for nodes that nobody had named
 * @param turns how often the sweep has been around the keyspace
 * @param share of the present turn that is done
 * @param lastTurn how long the last one took
 * @param hashesSeen estimated share of all hashes stored in the network that were told so far
 */
public record SweepMetrics(
    long asked,
    long answered,
    long refused,
    long silent,
    int waiting,
    int resting,
    long queries,
    int turns,
    double share,
    Duration lastTurn,
    double hashesSeen) {
  static final SweepMetrics NONE = new SweepMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO, 0);

  /** Both networks together: counts added, shares of the one that is behind. */
  SweepMetrics plus(SweepMetrics other) {
    if (asked == 0) {
      return other;
    }
    return new SweepMetrics(
        asked + other.asked,
        answered + other.answered,
        refused + other.refused,
        silent + other.silent,
        waiting + other.waiting,
        resting,
        queries + other.queries,
        Math.min(turns, other.turns),
        Math.min(share, other.share),
        lastTurn.compareTo(other.lastTurn) > 0 ? lastTurn : other.lastTurn,
        Math.min(hashesSeen, other.hashesSeen));
  }
}
