package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orbweaver.app.Progress;
import org.orbweaver.census.sessions.DailyFluctuation;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.SessionTracker;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.sim.world.ChurnOptions;
import org.orbweaver.sim.world.Liveness;
import org.orbweaver.sim.world.PopulationOptions;

/**
 * Splider's section V.B: snapshot after snapshot of a world whose nodes come and go, each a sweep
 * of its own that contacts every node and knows nothing of the one before.
 */
public final class Day {
  private final DayOptions options;
  private final Progress progress;
  private final CensusWorld world;
  private final SessionTracker tracker;
  private final List<Integer> live = new ArrayList<>();
  private long packets;
  private long answered;

  public Day(DayOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
    tracker = new SessionTracker(options.snapshots());
    world =
        CensusWorld.churning(
            PopulationOptions.honest(options.nodes(), options.seed())
                .withSilent(ChurnOptions.AWAY_IN_SPLIDERS_DAY),
            ChurnOptions.splidersDay(options.sessions().lengths(), CensusWorld.START));
  }

  public DayReport run() {
    long pace = (long) (options.minutesBetween() * TimeUnit.MINUTES.toNanos(1));
    for (int snapshot = 0; snapshot < options.snapshots(); snapshot++) {
      progress.at((double) snapshot / options.snapshots(), "snapshot " + (snapshot + 1));
      take(CensusWorld.START + snapshot * pace, options.seed() + snapshot);
    }
    return report(SessionReport.of(tracker.finish(options.minutesBetween() / 60)));
  }

  private void take(long start, long seed) {
    live.add(countLive(start));
    WorldCrawl crawl = new WorldCrawl(options.snapshot(), world, StrategyName.SWEEP, start, seed);
    crawl.run();
    packets += crawl.packets();
    tracker.nextSnapshot();
    crawl.forEachAnswered(
        index -> {
          tracker.answered(index);
          answered++;
        });
  }

  private int countLive(long now) {
    Liveness liveness = world.liveness();
    int count = 0;
    for (int index = 0; index < world.population().size(); index++) {
      count += liveness.live(index, now) ? 1 : 0;
    }
    return count;
  }

  private DayReport report(SessionReport measured) {
    SessionLaw planted = options.sessions();
    double pace = options.minutesBetween() / 60;
    double dip = DailyFluctuation.of(live, pace).dip();
    long wereLive = live.stream().mapToLong(Integer::longValue).sum();
    return new DayReport(
        options,
        (double) packets / options.snapshots(),
        (double) answered / wereLive,
        new DayReport.Compared(measured.day().dip(), dip),
        new DayReport.Compared(measured.meanHours(), planted.meanHours(pace)),
        new DayReport.Compared(measured.shareOverTwoHours(), planted.longerThan(2, pace)),
        new DayReport.Compared(
            measured.shareReachingADay(), planted.longerThan(SessionLaw.DAY, pace)),
        new DayReport.Compared(planted.fitOf(measured).form(), planted.form()),
        measured.preferred() == planted.law(),
        measured);
  }
}
