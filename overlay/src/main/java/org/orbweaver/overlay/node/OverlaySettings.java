package org.orbweaver.overlay.node;

import org.orbweaver.overlay.keep.RepairRate;
import org.orbweaver.overlay.membership.Absences;

/**
 * A peer's habits. Made from {@link #DEFAULT} by {@link #change}, so that every number stands
 * beside its name.
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
 * @param retryNanos how long a task waits after its first failure; four times as long each time
 * @param reconcileNanos how often holders read their disks back and compare them; 0 for never
 * @param auditNanos in which each copy is asked for once by another holder; 0 for never
 * @param probationNanos for which a newcomer with empty disks takes an eighth of its share
 * @param share of a client: tasks of members that it runs at once; 0 for none
 * @param repairRate bytes a second that it sends to those who have lost something; 0 for no limit
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
    long retryNanos,
    long reconcileNanos,
    long auditNanos,
    long probationNanos,
    int share,
    long repairRate) {
  public static final OverlaySettings DEFAULT =
      new OverlaySettings(
          256,
          3,
          64,
          1_000_000_000L,
          true,
          64,
          0.005,
          1 << 16,
          Absences.DAY,
          10_000_000_000L,
          Absences.DAY,
          28 * Absences.DAY,
          0,
          0,
          RepairRate.USUAL);

  /** The same but for what is changed before {@link Change#done}. */
  public Change change() {
    return new Change(this);
  }

  /** Settings being made; each method returns the change itself. */
  public static final class Change {
    private int virtualNodes;
    private int copies;
    private int slots;
    private long flushNanos;
    private boolean hostKeys;
    private int smallestPart;
    private double partShare;
    private int remembers;
    private long longestAbsence;
    private long retryNanos;
    private long reconcileNanos;
    private long auditNanos;
    private long probationNanos;
    private int share;
    private long repairRate;

    private Change(OverlaySettings from) {
      virtualNodes = from.virtualNodes;
      copies = from.copies;
      slots = from.slots;
      flushNanos = from.flushNanos;
      hostKeys = from.hostKeys;
      smallestPart = from.smallestPart;
      partShare = from.partShare;
      remembers = from.remembers;
      longestAbsence = from.longestAbsence;
      retryNanos = from.retryNanos;
      reconcileNanos = from.reconcileNanos;
      auditNanos = from.auditNanos;
      probationNanos = from.probationNanos;
      share = from.share;
      repairRate = from.repairRate;
    }

    public Change virtualNodes(int count) {
      virtualNodes = count;
      return this;
    }

    public Change copies(int r) {
      copies = r;
      return this;
    }

    public Change slots(int tasks) {
      slots = tasks;
      return this;
    }

    public Change flushNanos(long nanos) {
      flushNanos = nanos;
      return this;
    }

    public Change hostKeys(boolean together) {
      hostKeys = together;
      return this;
    }

    public Change smallestPart(int pages) {
      smallestPart = pages;
      return this;
    }

    public Change partShare(double ofAPeersWork) {
      partShare = ofAPeersWork;
      return this;
    }

    public Change remembers(int links) {
      remembers = links;
      return this;
    }

    public Change longestAbsence(long nanos) {
      longestAbsence = nanos;
      return this;
    }

    public Change retryNanos(long nanos) {
      retryNanos = nanos;
      return this;
    }

    public Change reconcileNanos(long nanos) {
      reconcileNanos = nanos;
      return this;
    }

    public Change auditNanos(long nanos) {
      auditNanos = nanos;
      return this;
    }

    public Change probationNanos(long nanos) {
      probationNanos = nanos;
      return this;
    }

    public Change share(int tasks) {
      share = tasks;
      return this;
    }

    public Change repairRate(long bytesPerSecond) {
      repairRate = bytesPerSecond;
      return this;
    }

    public OverlaySettings done() {
      return new OverlaySettings(
          virtualNodes,
          copies,
          slots,
          flushNanos,
          hostKeys,
          smallestPart,
          partShare,
          remembers,
          longestAbsence,
          retryNanos,
          reconcileNanos,
          auditNanos,
          probationNanos,
          share,
          repairRate);
    }
  }
}
