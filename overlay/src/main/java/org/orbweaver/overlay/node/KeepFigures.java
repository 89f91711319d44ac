package org.orbweaver.overlay.node;

import java.util.List;

/**
 * How well what this peer and its fellow holders keep is looked after, since its start.
 *
 * @param passes times that it has read its whole disks back and compared them with other holders'
 * @param bytesRead for that
 * @param unread copies that could not be read just then, which says nothing about them
 * @param comparisons questions to other holders
 * @param rangesDiffering ranges of keys in which another holder had something else
 * @param damagedHere copies of its own found damaged or gone
 * @param repairedHere of these, those it has again
 * @param missingHere of these, those it is being sent
 * @param irreparable of these, those that no other holder gave
 * @param lastDamaged one of them; empty if there is none
 * @param audited copies of others that it has had them read
 * @param auditsFailed of these, those that were not there or not the same
 * @param auditsSkipped ranges that it did not come to in their period
 * @param surplusReleased copies it let go of, after all r holders had read theirs
 * @param repairBytes sent to holders that lacked something
 * @param peers how the others did when it asked them
 */
public record KeepFigures(
    long passes,
    long bytesRead,
    long unread,
    long comparisons,
    long rangesDiffering,
    long damagedHere,
    long repairedHere,
    long missingHere,
    long irreparable,
    String lastDamaged,
    long audited,
    long auditsFailed,
    long auditsSkipped,
    long surplusReleased,
    long repairBytes,
    List<Audited> peers) {
  /**
   * Another holder.
   *
   * @param copies that it was asked for and answered about
   * @param failed of these, those that were not there or not the same
   * @param silent copies it was asked for and did not answer about
   * @param last the last of those that failed; empty if none did
   */
  public record Audited(String address, long copies, long failed, long silent, String last) {}
}
