package org.orbweaver.census.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.sessions.SessionCounts;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.Sessions;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;

/**
 * Session lengths from a series of snapshots. The analysis {@code sessions} has counted how many
 * began and ended where, so that nodes need not be told apart any more.
 */
final class SessionSeries {
  private static final int FEWEST_SNAPSHOTS = 8;
  private static final int FEWEST_POINTS = 4;
  private static final double MICROS_PER_HOUR = 3600e6;

  private SessionSeries() {}

  /** Null where there is too little to tell: too few snapshots, or hardly a session in them. */
  static @Nullable SessionReport report(List<Snapshot> snapshots, Table counts) {
    int count = snapshots.size();
    if (count < FEWEST_SNAPSHOTS) {
      return null;
    }
    long first = snapshots.getFirst().info().startedMicros();
    long last = snapshots.getLast().info().startedMicros();
    double hours = (last - first) / MICROS_PER_HOUR / (count - 1);
    if (!(hours > 0)) {
      return null;
    }
    SessionCounts sessions = new SessionCounts(count);
    for (Table.Row row : counts.rows()) {
      long since = row.count("since");
      sessions.add(
          (int) row.count("began") - 1,
          (int) row.count("last") - 1,
          since == 0 ? SessionCounts.NEVER_SEEN : (int) since,
          (int) row.count("sessions"));
    }
    Sessions series = sessions.finish(hours, snapshots.stream().map(SessionSeries::there).toList());
    return series.survival().points() < FEWEST_POINTS ? null : SessionReport.of(series);
  }

  private static int there(Snapshot snapshot) {
    SnapshotInfo info = snapshot.info();
    return Math.toIntExact(info.mode().equals("verify") ? info.answered() : info.nodes());
  }
}
