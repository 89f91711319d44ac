package org.orbweaver.census.sessions;

import java.util.Arrays;
import java.util.List;

/**
 * Sessions by where they began and ended: all that is left to know of a series of snapshots when
 * nodes need not be told apart any more.
 *
 * <p>By the create-based method (Saroiu, Gummadi, Gribble), only sessions that begin in the first
 * half of the window are taken: each can then be followed for at least half a window, and short
 * ones are not over-represented. Sessions under way at the first snapshots have no known beginning.
 * Nor is it one when a node comes back after fewer than five snapshots: where one in 200 answers is
 * missed, most such nodes never left, and nearly all are of those that stay long. Left in, they
 * make the exponent of Pareto sessions three percent too small.
 */
public final class SessionCounts {
  /** What to say of a session before which the node was never seen. */
  public static final int NEVER_SEEN = Integer.MAX_VALUE;

  /** Answers missing in a row that end a session. */
  static final int END = 2;

  /** Snapshots since the last answer before a session whose beginning is believed. */
  private static final int AWAY = 5;

  private final int snapshots;
  private final int away;

  /** By the number of snapshots from a session's first answer to its last. */
  private final int[] ended;

  /** The same for those that had not ended when the last snapshot was taken. */
  private final int[] unfinished;

  private final int[] came;
  private final int[] left;

  /**
   * @param snapshots how many there are, taken at an even pace
   */
  public SessionCounts(int snapshots) {
    if (snapshots < 4) {
      throw new IllegalArgumentException("sessions take at least 4 snapshots, not " + snapshots);
    }
    this.snapshots = snapshots;
    away = Math.clamp(snapshots / 40, END, AWAY); // a short series cannot wait so long
    ended = new int[snapshots + 1];
    unfinished = new int[snapshots + 1];
    came = new int[snapshots];
    left = new int[snapshots];
  }

  /**
   * Counts sessions of the same kind.
   *
   * @param began the snapshot of their first answer, from 0 on
   * @param last the snapshot of their last answer
   * @param since how many snapshots before {@code began} the node had answered for the last time,
   *     or {@link #NEVER_SEEN}
   */
  public void add(int began, int last, int since, int sessions) {
    boolean isOver = last + END < snapshots;
    came[began] += sessions;
    if (isOver) {
      left[last + 1] += sessions;
    }
    if (began >= away && began <= snapshots / 2 && since > away) {
      (isOver ? ended : unfinished)[last - began + 1] += sessions;
    }
  }

  /**
   * All sessions, when each has been counted.
   *
   * @param hours from one snapshot to the next
   * @param answered how many nodes answered in each snapshot
   */
  public Sessions finish(double hours, List<Integer> answered) {
    return new Sessions(
        hours, Survival.of(ended, unfinished, hours), answered, list(came), list(left));
  }

  static List<Integer> list(int[] counts) {
    return Arrays.stream(counts).boxed().toList();
  }
}
