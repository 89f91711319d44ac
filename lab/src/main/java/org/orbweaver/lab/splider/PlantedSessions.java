package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.orbweaver.app.Progress;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.SessionTracker;
import org.orbweaver.census.sessions.SurvivalFit;
import org.orbweaver.sim.world.ChurnOptions;
import org.orbweaver.sim.world.PopulationOptions;

/**
 * Are planted session lengths recovered, and is the right distribution preferred? As {@link Day},
 * but without crawls: a node that is there is in the snapshot, but for a small share that is missed
 * by chance. So many more nodes and seeds can be looked at.
 */
public final class PlantedSessions {
  private static final int SNAPSHOTS = 480;
  private static final long PACE = TimeUnit.MINUTES.toNanos(3);
  private static final double PACE_HOURS = 0.05;

  private final int nodes;
  private final int seeds;
  private final long firstSeed;
  private final double missed;
  private final Progress progress;

  /**
   * @param missed the share of live nodes that a snapshot misses
   */
  public PlantedSessions(int nodes, int seeds, long firstSeed, double missed, Progress progress) {
    if (seeds < 1) {
      throw new IllegalArgumentException("at least one seed is needed, not " + seeds);
    }
    this.nodes = nodes;
    this.seeds = seeds;
    this.firstSeed = firstSeed;
    this.missed = missed;
    this.progress = progress;
  }

  /** All seeds and both laws. */
  public record Report(
      int nodes,
      int seeds,
      double missed,
      boolean alwaysPreferred,
      double worstFormError,
      List<Run> runs) {}

  /**
   * One series of snapshots.
   *
   * @param form Pareto's exponent or Weibull's shape, planted and fitted
   * @param formError the difference by what was planted
   * @param residual how far the planted law's fit lies from the measured curve, and the other's
   */
  public record Run(
      SessionLaw planted,
      long seed,
      int sessions,
      boolean preferred,
      double form,
      double fittedForm,
      double formError,
      double residual,
      double othersResidual,
      DayReport.Compared meanHours,
      DayReport.Compared shareOverTwoHours,
      DayReport.Compared shareReachingADay) {}

  public Report run() {
    List<Run> runs = new ArrayList<>();
    for (SessionLaw law : SessionLaw.values()) {
      for (int i = 0; i < seeds; i++) {
        progress.at(runs.size() / (2.0 * seeds), law + ", seed " + (firstSeed + i));
        runs.add(run(law, firstSeed + i));
      }
    }
    return new Report(
        nodes,
        seeds,
        missed,
        runs.stream().allMatch(Run::preferred),
        runs.stream().mapToDouble(Run::formError).max().orElse(Double.NaN),
        runs);
  }

  private Run run(SessionLaw law, long seed) {
    SessionReport report = SessionReport.of(snapshots(law, seed).finish(PACE_HOURS));
    SurvivalFit own = law.fitOf(report);
    SurvivalFit other = law == SessionLaw.PARETO ? report.weibull() : report.pareto();
    return new Run(
        law,
        seed,
        report.sessions(),
        report.preferred() == law.law(),
        law.form(),
        own.form(),
        Math.abs(own.form() / law.form() - 1),
        own.rootMeanSquare(),
        other.rootMeanSquare(),
        new DayReport.Compared(report.meanHours(), law.meanHours(PACE_HOURS)),
        new DayReport.Compared(report.shareOverTwoHours(), law.longerThan(2, PACE_HOURS)),
        new DayReport.Compared(
            report.shareReachingADay(), law.longerThan(SessionLaw.DAY, PACE_HOURS)));
  }

  private SessionTracker snapshots(SessionLaw law, long seed) {
    CensusWorld world =
        CensusWorld.churning(
            PopulationOptions.honest(nodes, seed).withSilent(ChurnOptions.AWAY_IN_SPLIDERS_DAY),
            ChurnOptions.splidersDay(law.lengths(), CensusWorld.START));
    RandomGenerator dice = new SplittableRandom(seed);
    SessionTracker tracker = new SessionTracker(SNAPSHOTS);
    for (int snapshot = 0; snapshot < SNAPSHOTS; snapshot++) {
      tracker.nextSnapshot();
      for (int index = 0; index < world.population().size(); index++) {
        if (world.liveness().live(index, CensusWorld.START + snapshot * PACE)
            && dice.nextDouble() >= missed) {
          tracker.answered(index);
        }
      }
    }
    return tracker;
  }
}
