package org.orbweaver.sim.world;

/**
 * Honest users behind a provider's shared address: what a sybil detector must not take for an
 * attack. Group sizes fall off with their square, from two to the largest.
 *
 * @param share of the honest nodes that share their address
 * @param largest how many nodes one address has at most
 */
public record CarrierNat(double share, int largest) {
  public static final CarrierNat NONE = new CarrierNat(0, 2);

  public CarrierNat {
    if (!(share >= 0 && share <= 1) || largest < 2) {
      throw new IllegalArgumentException(
          "carrier NAT takes a share in [0, 1] and groups of 2 or more, not "
              + share
              + ", "
              + largest);
    }
  }

  /** The size of one group, given a hash in [0, 1). */
  int groupSize(double unit) {
    return (int) Math.min(largest, 2 / (1 - unit));
  }
}
