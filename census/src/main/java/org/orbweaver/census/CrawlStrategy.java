package org.orbweaver.census;

import org.jspecify.annotations.Nullable;

/**
 * Decides whom to ask for what. Driven by a {@link CensusCrawl}, which keeps the nodes; here they
 * are numbers. Any number of questions may be open at a time, and they may end in any order; each
 * ends with exactly one call of {@link #answered} or {@link #silent}.
 */
public interface CrawlStrategy {
  /** A node was heard of for the first time. Numbers come in order, without gaps. */
  void discovered(int node);

  /** The next question; null if there is none until an open one ends, or none at all any more. */
  @Nullable Question next();

  /**
   * The node answered.
   *
   * @param listed the nodes its answer told of, closest to the target first; the array is the
   *     caller's again when this method returns
   */
  void answered(Question question, int[] listed, int count);

  /** No answer came in time. */
  void silent(Question question);

  Belief belief();

  /**
   * How well each of so many equal parts of what is crawled is known: the share of its live nodes
   * that were found, as the strategy believes. Empty if it does not reckon in parts, or not yet.
   */
  default double[] coverage(int parts) {
    return new double[0];
  }
}
