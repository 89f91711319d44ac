package org.orbweaver.overlay.task;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * The pages of a host whose hashes end in the same bits: part {@code number} of level L is for
 * those with {@code hash mod 2^L = number}, and has a place of its own in the key space.
 *
 * <p>A host begins as part 0 of level 0. A part that has as many pages as one peer should have of
 * one host is <em>full</em>: it keeps them, but new ones go to the part {@value #STEP} levels
 * further that they belong to, its child, and so on. Nothing ever moves, so nothing can be lost on
 * the way; only the names of what a full part has are copied on, so that senders may go past it.
 *
 * <p>Two kinds of entries tell of it. At a part's own place it says that it is full, and down to
 * which level all that follow are: with hashes as even as SHA-1's they fill at about the same time,
 * and a sender is told once. At its parent's place it says the same, so that the parent knows.
 *
 * <pre>
 *   | kind 1 | level 1 | number 4 | host … |      rank: of how many steps all parts are full
 * </pre>
 */
public record HostPart(String host, int level, int number) {
  /** A full part is followed by 2^4: few parts are passed on the way, and few are too small. */
  public static final int STEP = 4;

  private static final byte KIND = 2;
  private static final byte REPORT_KIND = 3;
  private static final int HEADER = 1 + 1 + 4;

  /** Of bytes; a name of 253 characters, and a port. */
  private static final int LONGEST_HOST = 1024;

  private static final long ENTRY_NAME = 0x70617274_0000_0000L; // "part"

  /** Where it is: its pages' keys begin with the same 64 bits. */
  Key place() {
    Key name = TaskKey.sha1(level == 0 ? host : host + '\0' + level + '\0' + number);
    return new Key(name.high() & 0xFFFF_FFFF_0000_0000L, 0, 0);
  }

  private EntryId id(long name) {
    Key place = place().prefixThen(TaskKey.PLACE_BITS, TaskKey.sha1(host));
    return new EntryId(place, ENTRY_NAME + name);
  }

  /** Names the record that it is full. */
  public EntryId id() {
    return id(0);
  }

  /** The part it follows; null for a host's first. */
  public @Nullable HostPart parent() {
    int before = level - STEP;
    return before < 0 ? null : new HostPart(host, before, number & (1 << before) - 1);
  }

  /** The parts that follow it. */
  public HostPart child(int index) {
    return new HostPart(host, level + STEP, number | index << level);
  }

  /** The record that all parts from this one down to that many steps are full. */
  public Entry full(int steps) {
    return new Entry(id(), steps, body(KIND));
  }

  /** Names what a part tells its parent. */
  public EntryId reportId() {
    HostPart parent = parent();
    return parent == null ? id() : parent.id(1 + (number >>> parent.level));
  }

  /** What a part that is not the first tells its parent. */
  public Entry report(int steps) {
    return new Entry(reportId(), steps, body(REPORT_KIND));
  }

  private byte[] body(byte kind) {
    byte[] text = host.getBytes(StandardCharsets.UTF_8);
    byte[] body = new byte[HEADER + text.length];
    body[0] = kind;
    body[1] = (byte) level;
    for (int i = 0; i < 4; i++) {
      body[2 + i] = (byte) (number >>> 24 - 8 * i);
    }
    System.arraycopy(text, 0, body, HEADER, text.length);
    return body;
  }

  /** Whether an entry's body claims to be about a part of a host. */
  public static boolean isPart(byte[] body) {
    return body.length > HEADER && (body[0] == KIND || body[0] == REPORT_KIND);
  }

  /** Whether an entry says of a part what can be, under the ID that follows from it. */
  public static boolean isSound(Entry entry) {
    HostPart part = read(entry.body());
    return part != null
        && entry.rank() >= 1
        && entry.rank() <= part.mostSteps()
        && entry.id().equals(entry.body()[0] == KIND ? part.id() : part.reportId())
        && (entry.body()[0] == KIND || part.level >= STEP);
  }

  /** How many steps of parts there are from this one on that can be full. */
  private int mostSteps() {
    return (TaskKey.HIGHEST_LEVEL - level) / STEP;
  }

  /** The part that a body is about; null if it is about none. */
  public static @Nullable HostPart read(byte[] body) {
    if (!isPart(body)) {
      return null;
    }
    int level = body[1];
    int number = 0;
    for (int i = 0; i < 4; i++) {
      number = number << 8 | body[2 + i] & 0xFF;
    }
    if (level < 0
        || level > TaskKey.HIGHEST_LEVEL
        || level % STEP != 0
        || number >>> level != 0
        || body.length > HEADER + LONGEST_HOST) {
      return null;
    }
    String host = new String(body, HEADER, body.length - HEADER, StandardCharsets.UTF_8);
    return new HostPart(host, level, number);
  }

  /** The part that reports to its parent that it is full; null if the entry is no such report. */
  public static @Nullable HostPart reportedBy(Entry entry) {
    return entry.body().length > HEADER && entry.body()[0] == REPORT_KIND && isSound(entry)
        ? read(entry.body())
        : null;
  }
}
