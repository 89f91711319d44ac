package org.orbweaver.lab.splider;

import org.orbweaver.census.sessions.LengthLaw;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.SurvivalFit;
import org.orbweaver.sim.world.SessionLengths;

/** The session lengths that can be planted. */
public enum SessionLaw {
  PARETO,
  WEIBULL;

  static final double DAY = 24;

  SessionLengths lengths() {
    return switch (this) {
      case PARETO -> SessionLengths.splider();
      case WEIBULL -> SessionLengths.weibull();
    };
  }

  LengthLaw law() {
    return switch (this) {
      case PARETO -> LengthLaw.PARETO;
      case WEIBULL -> LengthLaw.WEIBULL;
    };
  }

  /** Pareto's exponent or Weibull's shape, as planted. */
  double form() {
    return switch (lengths()) {
      case SessionLengths.Pareto pareto -> pareto.exponent();
      case SessionLengths.Weibull weibull -> weibull.shape();
    };
  }

  /**
   * The share of sessions longer than that among those that snapshots see: of shorter ones than the
   * pace, the shorter the fewer.
   *
   * @param pace hours from one snapshot to the next
   */
  double longerThan(double hours, double pace) {
    return lengths().longerThan(hours) / lengths().longerThan(pace / 2);
  }

  /** The mean of the same sessions, where those longer than a day count as a day. */
  double meanHours(double pace) {
    return lengths().meanHours(DAY) / lengths().longerThan(pace / 2);
  }

  SurvivalFit fitOf(SessionReport report) {
    return switch (this) {
      case PARETO -> report.pareto();
      case WEIBULL -> report.weibull();
    };
  }
}
