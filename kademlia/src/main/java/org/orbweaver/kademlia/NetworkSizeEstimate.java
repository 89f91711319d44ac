package org.orbweaver.kademlia;

import java.util.List;

/**
 * How many nodes a network has, from how densely they stand around the targets of lookups.
 *
 * <p>Nodes are uniform in the keyspace, so the part of the space up to the k-th closest of N nodes
 * follows a gamma distribution with shape k and mean k/N. Sums of such parts, over lookups for
 * unrelated targets, are gamma distributed again, with the shapes added up to K; then (K − 1)/sum
 * is an unbiased estimate of N whose relative standard error is 1/√(K − 2). Lookups that miss a
 * node make it too low by as much as they miss.
 *
 * <p>Only random targets may be added: around our own IDs, or where somebody crowds, the density is
 * not the network's.
 *
 * @param lookups how many were added
 * @param shape K: the closest nodes counted
 * @param sum of the parts of the keyspace up to the farthest of each lookup's closest nodes
 */
public record NetworkSizeEstimate(int lookups, int shape, double sum) {
  public static final NetworkSizeEstimate NONE = new NetworkSizeEstimate(0, 0, 0);

  /** This estimate and one more lookup; {@code closest} in order, without gaps. */
  public NetworkSizeEstimate plus(Key target, List<Contact> closest) {
    if (closest.isEmpty()) {
      return this;
    }
    double part = part(target.distance(closest.getLast().id()));
    return new NetworkSizeEstimate(lookups + 1, shape + closest.size(), sum + part);
  }

  /** The number of nodes; NaN before the first lookup. */
  public double nodes() {
    return shape > 1 ? (shape - 1) / sum : Double.NaN;
  }

  /** The relative standard error of {@link #nodes}; infinite if nothing can be said. */
  public double relativeError() {
    return shape > 2 ? 1 / Math.sqrt(shape - 2) : Double.POSITIVE_INFINITY;
  }

  /** A distance as a part of the keyspace; 53 bits of it are enough. */
  private static double part(Key distance) {
    return (distance.high() >>> 1) * 0x1.0p-63 + (distance.middle() >>> 1) * 0x1.0p-127;
  }
}
