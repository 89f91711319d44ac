package org.orbweaver.census.report;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.sessions.SessionTracker;
import org.orbweaver.census.sessions.Sessions;
import org.orbweaver.census.snapshot.Snapshot;

/**
 * Session lengths from a series of snapshots. The analysis {@code sessions} has counted how many
 * began and ended where, so that nodes need not be told apart any more: here each session is a node
 * of its own, there from its first snapshot to its last.
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
    SessionTracker tracker = new SessionTracker(count);
    for (int number = 1; number <= count; number++) {
      tracker.nextSnapshot();
      tellPresent(number, counts, tracker);
    }
    Sessions sessions = tracker.finish(hours);
    return sessions.survival().points() < FEWEST_POINTS ? null : SessionReport.of(sessions);
  }

  private static void tellPresent(int number, Table counts, SessionTracker tracker) {
    int node = 0;
    for (Table.Row row : counts.rows()) {
      int sessions = (int) row.count("sessions");
      if (row.count("began") <= number && number <= row.count("last")) {
        for (int i = 0; i < sessions; i++) {
          tracker.answered(node + i);
        }
      }
      node += sessions;
    }
  }
}
