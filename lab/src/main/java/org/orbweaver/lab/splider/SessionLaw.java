package org.orbweaver.lab.splider;

import org.orbweaver.census.sessions.LengthLaw;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.SurvivalFit;
import org.orbweaver.lab.world.SessionLengths;

/** The session lengths that can be planted. */
public enum SessionLaw {
  PARETO,
  WEIBULL;

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

  SurvivalFit fitOf(SessionReport report) {
    return switch (this) {
      case PARETO -> report.pareto();
      case WEIBULL -> report.weibull();
    };
  }
}
