package org.orbweaver.overlay.node;

/**
 * A peer's habits.
 *
 * @param virtualNodes its share of the work
 * @param copies r: on how many disks the swarm keeps each entry
 * @param slots tasks in the runner's hands at once
 * @param flushNanos how long a link may wait for company
 * @param hostKeys whether a host's pages are kept together; otherwise each goes by its own hash
 * @param smallestPart a host with no more pages than this is never split
 * @param partShare a host is split into parts of at most this share of a peer's work
 * @param remembers how many acknowledged links are remembered, not to be sent again
 */
public record OverlaySettings(
    int virtualNodes,
    int copies,
    int slots,
    long flushNanos,
    boolean hostKeys,
    int smallestPart,
    double partShare,
    int remembers) {
  public static final OverlaySettings DEFAULT =
      new OverlaySettings(256, 3, 64, 1_000_000_000L, true, 64, 0.005, 1 << 16);
}
