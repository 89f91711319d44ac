package org.orbweaver.lab.splider;

import org.orbweaver.census.sessions.SessionReport;

/**
 * A day of snapshots: Splider's figures 7 and 8, beside the truth.
 *
 * @param packetsPerSnapshot on average
 * @param answeredShare of the nodes live when a snapshot began, those that answered in it; a few
 *     that came meanwhile are among them
 */
public record DayReport(
    DayOptions options,
    double packetsPerSnapshot,
    double answeredShare,
    Compared dip,
    Compared meanSessionHours,
    Compared shareOverTwoHours,
    Compared shareReachingADay,
    Compared form,
    boolean plantedLawPreferred,
    SessionReport measured) {

  /**
   * A figure from the snapshots and the same from the world. The form is Pareto's exponent or
   * Weibull's shape.
   */
  public record Compared(double measured, double truth) {}
}
