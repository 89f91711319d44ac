package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What came of a task in an earlier round, where a later one brought something else: the history of
 * an address, an entry for each state that it was found in. A round in which nothing changed makes
 * none.
 *
 * <p>It is the record of that round, signed by who made it. Each holder makes it of its own copy at
 * the moment in which a later round's would take its place: so nobody, the primary of the day
 * included, can have the past forgotten. Its name is a hash of all it says, so there is nothing to
 * merge. Of two sides of a partition each keeps what it saw; what the other's peers do not believe,
 * because they did not see its author at work, stays where it is.
 *
 * <pre>
 *   | kind 1 | the body of the record … |
 * </pre>
 */
public final class PastResult {
  private static final byte KIND = 7;

  private PastResult() {}

  /** What is to be kept when one version of a task's entry takes another's place; null: nothing. */
  public static @Nullable Entry displaced(Entry before, Entry now) {
    Task task = Task.of(before);
    Task later = Task.of(now);
    RoundOutcome old = task == null ? null : RoundOutcome.of(task, before);
    if (task == null || later == null || old == null) {
      return null;
    }
    RoundOutcome news = RoundOutcome.of(later, now);
    Result was = Result.read(old.result());
    boolean stays = news != null && Result.read(news.result()).pieces().equals(was.pieces());
    return was.pieces().isEmpty() || stays ? null : of(old.record(task));
  }

  /** The same as that record of a task, to be kept beside later ones. */
  static Entry of(Entry record) {
    byte[] body = record.body();
    byte[] past = ByteBuffer.allocate(1 + body.length).put(KIND).put(body).array();
    return new Entry(id(record.id().key(), past), 0, past);
  }

  private static EntryId id(Key task, byte[] past) {
    Key hash = TaskKey.sha1(past);
    return new EntryId(task, hash.high());
  }

  /** Whether an entry's body claims to be history. */
  public static boolean isPast(byte[] body) {
    return body.length > 1 && body[0] == KIND;
  }

  /** The record that it was; null if the entry is no such history. */
  public static @Nullable Entry record(Entry past) {
    byte[] body = past.body();
    if (!isPast(body) || past.rank() != 0) {
      return null;
    }
    byte[] inner = Arrays.copyOfRange(body, 1, body.length);
    Task task = Task.read(inner);
    return task == null ? null : task.record(inner);
  }

  /** Whether it is of a task that brought something, under the name of what it says. */
  public static boolean isSound(Entry past) {
    Entry record = record(past);
    Task task = record == null ? null : Task.of(record);
    return record != null
        && task != null
        && Task.isSound(record)
        && past.id().equals(id(record.id().key(), past.body()))
        && !Result.read(task.result(record)).pieces().isEmpty();
  }
}
