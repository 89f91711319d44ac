package org.orbweaver.census.sessions;

import java.util.ArrayList;
import java.util.List;

/**
 * Splider's figures 7 and 8 from a series of snapshots.
 *
 * @param snapshots how many there were
 * @param hoursBetween one and the next
 * @param sessions how many began in the first half of the window
 * @param meanHours of their lengths, where those longer than a day count as a day
 * @param shareOverTwoHours of the sessions
 * @param shareReachingADay of the sessions, or the longest length seen if that is less
 * @param churnPerHour of the nodes that answered in a snapshot, how many left within an hour
 * @param preferred the distribution that lies closer to the measured curve
 * @param ccdf the measured curve and both fits, at lengths that grow by a tenth or so
 */
public record SessionReport(
    int snapshots,
    double hoursBetween,
    int sessions,
    double meanHours,
    double shareOverTwoHours,
    double shareReachingADay,
    double churnPerHour,
    SurvivalFit pareto,
    SurvivalFit weibull,
    LengthLaw preferred,
    List<Point> ccdf,
    DailyFluctuation day) {
  private static final double DAY = 24;
  private static final double STEP = 1.1;

  /** The share of sessions longer than so many hours. */
  public record Point(double hours, double measured, double pareto, double weibull) {}

  public static SessionReport of(Sessions series) {
    Survival survival = series.survival();
    SurvivalFit pareto = SurvivalFit.of(LengthLaw.PARETO, survival);
    SurvivalFit weibull = SurvivalFit.of(LengthLaw.WEIBULL, survival);
    return new SessionReport(
        series.answered().size(),
        series.hours(),
        survival.sessions(),
        survival.meanHours(DAY),
        survival.longerThan(2),
        survival.longerThan(DAY),
        churn(series),
        pareto,
        weibull,
        pareto.rootMeanSquare() <= weibull.rootMeanSquare() ? LengthLaw.PARETO : LengthLaw.WEIBULL,
        curve(survival, pareto, weibull),
        DailyFluctuation.of(series.answered(), series.hours()));
  }

  private static double churn(Sessions series) {
    long leaving = 0;
    long there = 0;
    for (int snapshot = 0; snapshot + 2 < series.answered().size(); snapshot++) {
      leaving += series.left().get(snapshot + 1);
      there += series.answered().get(snapshot);
    }
    return there == 0 ? 0 : leaving / series.hours() / there;
  }

  private static List<Point> curve(Survival survival, SurvivalFit pareto, SurvivalFit weibull) {
    List<Point> points = new ArrayList<>();
    double next = 0;
    for (int point = 0; point < survival.points(); point++) {
      double hours = survival.length(point);
      if (hours >= next) {
        points.add(
            new Point(
                hours, survival.share(point), pareto.longerThan(hours), weibull.longerThan(hours)));
        next = hours * STEP;
      }
    }
    return points;
  }
}
