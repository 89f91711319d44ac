package org.orbweaver.census.sessions;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Sessions as a series of snapshots shows them. A session begins when a node answers that was not
 * seen in the two snapshots before, and ends with its last answer when it is missing in two
 * snapshots in a row: one missed snapshot is more often a lost packet than an absence.
 *
 * <p>Only nodes that answered count. A node that others merely tell of may be gone for an hour.
 *
 * <p>By the create-based method (Saroiu, Gummadi, Gribble), only sessions that begin in the first
 * half of the window are taken: each can then be followed for at least half a window, and short
 * ones are not over-represented. Sessions under way at the first snapshots have no known beginning.
 * Nor is it one when a node comes back after fewer than five snapshots: where one in 200 answers is
 * missed, most such nodes never left, and nearly all are of those that stay long. Left in, they
 * make the exponent of Pareto sessions three percent too small.
 *
 * <p>Nodes are numbers from 0 on, the same in all snapshots; eight bytes each.
 */
public final class SessionTracker {
  private static final int NEVER = -1;

  /** Answers missing in a row that end a session. */
  private static final int END = 2;

  /** Answers missing before a session whose beginning is believed. */
  private static final int AWAY = 5;

  private final int snapshots;
  private final int away;
  private int snapshot = -1;
  private int[] began = {};
  private int[] latest = {};

  /** Nodes whose latest session began too soon after the one before. */
  private final BitSet hardlyLeft = new BitSet();

  /** By the number of snapshots from a session's first answer to its last. */
  private final int[] ended;

  /** The same for those that had not ended when the last snapshot was taken. */
  private final int[] unfinished;

  private final int[] answered;
  private final int[] came;
  private final int[] left;

  /**
   * @param snapshots how many there will be, taken at an even pace
   */
  public SessionTracker(int snapshots) {
    if (snapshots < 4) {
      throw new IllegalArgumentException("sessions take at least 4 snapshots, not " + snapshots);
    }
    this.snapshots = snapshots;
    away = Math.clamp(snapshots / 40, END, AWAY); // a short series cannot wait so long
    ended = new int[snapshots + 1];
    unfinished = new int[snapshots + 1];
    answered = new int[snapshots];
    came = new int[snapshots];
    left = new int[snapshots];
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
    if (latest[node] == snapshot) {
      return;
    }
    if (latest[node] == NEVER || snapshot - latest[node] > END) {
      hardlyLeft.set(node, close(node) && snapshot - latest[node] <= away);
      began[node] = snapshot;
      came[snapshot]++;
    }
    latest[node] = snapshot;
    answered[snapshot]++;
  }

  private void grow(int node) {
    int from = began.length;
    int to = Math.max(node + 1, 2 * from);
    began = Arrays.copyOf(began, to);
    latest = Arrays.copyOf(latest, to);
    Arrays.fill(latest, from, to, NEVER);
  }

  /** Counts the node's latest session; false if there was none. */
  private boolean close(int node) {
    int last = latest[node];
    if (last == NEVER) {
      return false;
    }
    boolean isOver = last + END < snapshots;
    if (isOver) {
      left[last + 1]++;
    }
    if (began[node] >= away && began[node] <= snapshots / 2 && !hardlyLeft.get(node)) {
      (isOver ? ended : unfinished)[last - began[node] + 1]++;
    }
    return true;
  }

  private static List<Integer> list(int[] counts) {
    return Arrays.stream(counts).boxed().toList();
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
    return new Sessions(
        hours, Survival.of(ended, unfinished, hours), list(answered), list(came), list(left));
  }
}
