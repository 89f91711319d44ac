package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;

/**
 * What came of a task in the last round in which it was done, and who says so.
 *
 * <pre>
 *   | round 4 | authorship | result … |      as a task carries it that is queued again
 * </pre>
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record RoundOutcome(int round, Authorship by, byte[] result) {
  private static final int LONGEST = 4 + Authorship.LONGEST + Task.LONGEST_RESULT;

  /** As the task's entry tells, done or queued again; null if it was never done. */
  public static @Nullable RoundOutcome of(Task task, Entry entry) {
    byte[] rest = task.outcome(entry);
    ByteBuffer in = ByteBuffer.wrap(rest);
    if (Task.isProcessed(entry)) {
      return read(task.round(), in);
    }
    return rest.length < 4 ? null : read(in.getInt(), in);
  }

  private static @Nullable RoundOutcome read(int round, ByteBuffer in) {
    Authorship by = Authorship.read(in);
    if (by == null) {
      return null;
    }
    byte[] result = new byte[in.remaining()];
    in.get(result);
    return new RoundOutcome(round, by, result);
  }

  /** Whether what a queued task carries along can be of a round before. */
  static boolean isSoundIn(Task task, Entry queued) {
    RoundOutcome last = of(task, queued);
    return last != null
        && last.round >= 0
        && last.round < task.round()
        && last.bytes().length <= LONGEST;
  }

  byte[] bytes() {
    ByteBuffer out = ByteBuffer.allocate(4 + by.length() + result.length).putInt(round);
    by.write(out);
    return out.put(result).array();
  }

  /** The record of the task when it was done. */
  public Entry record(Task task) {
    return task.inRound(round).processed(by, result);
  }
}
