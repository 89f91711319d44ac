package org.orbweaver.census;

/**
 * What a strategy thinks it has achieved, from what it saw alone. A figure it does not estimate is
 * NaN.
 *
 * @param recall the share of the nodes that answer of which it has heard
 * @param liveNodes how many nodes answer, heard of or not
 * @param liveNodesError the standard error of that, as far as it comes from sampling
 * @param nodes how many there are in other nodes' tables, those that do not answer included
 */
public record Belief(double recall, double liveNodes, double liveNodesError, double nodes) {
  public static final Belief NONE = new Belief(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
