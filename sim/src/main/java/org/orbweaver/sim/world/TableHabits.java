package org.orbweaver.sim.world;

/**
 * How routing tables treat a node, drawn for each node from its own ID.
 *
 * @param share the model's C: the share of its few neighbours that a node knows, on average
 * @param spread by how much a node's own share lies above or below, at most, evenly: nodes behind
 *     some NATs are known to fewer
 * @param deadKept what a dead node's share is multiplied by, on average; each has its own, from 0
 *     to twice that, so long as it is no more than 1
 */
public record TableHabits(double share, double spread, double deadKept) {
  /** The calibrated world's: all nodes are treated alike. */
  static final double DEAD_KEPT = 0.25;

  private static final long LISTED = 0x6c69737465643a29L;
  private static final long KEPT = 0x6b6570743a292121L;

  /** All nodes alike, as in the calibrated world. */
  public static TableHabits alike(double share) {
    return new TableHabits(share, 0, DEAD_KEPT);
  }

  /** With what probability a neighbour knows the node, if it is live. */
  double share(long node) {
    return spread == 0
        ? share
        : Math.clamp(share + spread * (2 * Mix.unit(Mix.mix(node ^ LISTED)) - 1), 0, 1);
  }

  /** How much of that remains when it is dead. */
  double kept(long node) {
    return spread == 0 ? deadKept : Math.min(1, 2 * deadKept * Mix.unit(Mix.mix(node ^ KEPT)));
  }

  /** Whether a large bucket that has drawn the live node takes it, or draws another. */
  boolean takes(long node, long chance) {
    return spread == 0 || Mix.unit(Mix.mix(chance)) * (share + spread) < share(node);
  }
}
