package org.orbweaver.lab.plan;

/**
 * What a peer gives, and how long it stays (thesis, §6.1).
 *
 * @param copies r, the first one included
 * @param diskBytes each gives
 * @param months for which there must be room
 * @param repairDays in which a lost peer's share is copied again
 * @param lifeDays a peer stays on average
 * @param uptime share of that time it can be reached
 */
public record PeerFigures(
    int copies,
    double diskBytes,
    double months,
    double repairDays,
    double lifeDays,
    double uptime) {
  public static final PeerFigures THESIS = new PeerFigures(6, 100e9, 9, 60, 360, 0.8);

  public PeerFigures withCopies(int other) {
    return new PeerFigures(other, diskBytes, months, repairDays, lifeDays, uptime);
  }

  PeerFigures withDisk(double bytes) {
    return new PeerFigures(copies, bytes, months, repairDays, lifeDays, uptime);
  }

  /**
   * The chance that what a lost peer held is lost: that the others that hold it go before it is
   * copied. The thesis' (60/360)⁵ (§6.1.3).
   */
  double lossPerDeparture() {
    return Math.pow(Math.min(1, repairDays / lifeDays), copies - 1);
  }

  /** The chance that none of those who hold something can be reached. */
  double unreachable() {
    return Math.pow(1 - uptime, copies);
  }
}
