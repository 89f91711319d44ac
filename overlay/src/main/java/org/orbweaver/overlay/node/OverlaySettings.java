package org.orbweaver.overlay.node;

import org.orbweaver.overlay.membership.Absences;

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
 * @param longestAbsence for which a silent peer keeps its share of the results, in nanoseconds
 * @param models whether batches of links are modelled as text, for fewest bytes, or deflated
 */
public record OverlaySettings(
    int virtualNodes,
    int copies,
    int slots,
    long flushNanos,
    boolean hostKeys,
    int smallestPart,
    double partShare,
    int remembers,
    long longestAbsence,
    boolean models) {
  public static final OverlaySettings DEFAULT =
      new OverlaySettings(256, 3, 64, 1_000_000_000L, true, 64, 0.005, 1 << 16, Absences.DAY, true);

  /** Others, with results kept and messages made smaller as usual. */
  public OverlaySettings(
      int virtualNodes,
      int copies,
      int slots,
      long flushNanos,
      boolean hostKeys,
      int smallestPart,
      double partShare,
      int remembers) {
    this(
        virtualNodes,
        copies,
        slots,
        flushNanos,
        hostKeys,
        smallestPart,
        partShare,
        remembers,
        DEFAULT.longestAbsence,
        DEFAULT.models);
  }

  /** The same, for a peer that has so many tasks in work at once. */
  public OverlaySettings withSlots(int otherSlots) {
    return with(otherSlots, longestAbsence, models);
  }

  /** The same, with results copied anew after another time. */
  public OverlaySettings withLongestAbsence(long nanos) {
    return with(slots, nanos, models);
  }

  /** The same, deflating what it would model. */
  public OverlaySettings withoutModels() {
    return with(slots, longestAbsence, false);
  }

  private OverlaySettings with(int otherSlots, long otherAbsence, boolean otherModels) {
    return new OverlaySettings(
        virtualNodes,
        copies,
        otherSlots,
        flushNanos,
        hostKeys,
        smallestPart,
        partShare,
        remembers,
        otherAbsence,
        otherModels);
  }
}
