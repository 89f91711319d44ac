package org.orbweaver.census.sessions;

import java.util.Arrays;

/**
 * Sessions as a series of snapshots shows them. A session begins when a node answers that was not
 * seen in the two snapshots before, and ends with its last answer when it is missing in two
 * snapshots in a row: one missed snapshot is more often a lost packet than an absence.
 *
 * <p>Only nodes that answered count. A node that others merely tell of may be gone for an hour.
 *
 * <p>Nodes are numbers from 0 on, the same in all snapshots; twelve bytes each.
 */
public final class SessionTracker {
  private static final int NEVER = -1;

  private final int snapshots;
  private final SessionCounts counts;
  private final int[] answered;
  private int snapshot = -1;

  /** Of each node's latest session: its first snapshot, its last so far, what preceded it. */
  private int[] began = {};

  private int[] latest = {};
  private int[] since = {};

  /**
   * @param snapshots how many there will be, taken at an even pace
   */
  public SessionTracker(int snapshots) {
    this.snapshots = snapshots;
    counts = new SessionCounts(snapshots);
    answered = new int[snapshots];
  }

  /** What follows belongs to the next snapshot. */
  public void nextSnapshot() {
    if (++snapshot == snapshots) {
      throw new IllegalStateException("only " + snapshots + " snapshots were announced");
    }
  }

  /** The node answered in this snapshot. Any further call for it in the same one is ignored. */
  public void answered(int node) {
    if (node >= began.length) {
      grow(node);
    }
    int before = latest[node];
    if (before == snapshot) {
      return;
    }
    if (before == NEVER || snapshot - before > SessionCounts.END) {
      close(node);
      began[node] = snapshot;
      since[node] = before == NEVER ? SessionCounts.NEVER_SEEN : snapshot - before;
    }
    latest[node] = snapshot;
    answered[snapshot]++;
  }

  private void grow(int node) {
    int from = began.length;
    int to = Math.max(node + 1, 2 * from);
    began = Arrays.copyOf(began, to);
    since = Arrays.copyOf(since, to);
    latest = Arrays.copyOf(latest, to);
    Arrays.fill(latest, from, to, NEVER);
  }

  private void close(int node) {
    if (latest[node] != NEVER) {
      counts.add(began[node], latest[node], since[node], 1);
    }
  }

  /**
   * All sessions, when the last snapshot has been told.
   *
   * @param hours from one snapshot to the next
   */
  public Sessions finish(double hours) {
    for (int node = 0; node < latest.length; node++) {
      close(node);
      latest[node] = NEVER;
    }
    return counts.finish(hours, SessionCounts.list(answered));
  }
}
