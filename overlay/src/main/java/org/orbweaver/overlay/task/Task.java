package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * One URI in one round of one crawl.
 *
 * @param level of the part of its host in which the task is kept
 * @param depth how many links lie between it and a seed; small ones are run first
 */
public record Task(long crawl, int round, int depth, int level, String uri) {
  public static final int LONGEST_URI = 2048;

  /** A queued task's rank in the ledger. */
  public static final int QUEUED = 0;

  /** A processed one's: it beats the queued copies of whoever missed the news. */
  public static final int PROCESSED = 1;

  /** A name only: the task itself is kept in a part of its host that came before and is full. */
  public static final int ELSEWHERE = 2;

  public static final int DEEPEST = 0xFFFF;

  private static final byte KIND = 1;
  private static final int HEADER = 1 + 8 + 4 + 2 + 1;

  /** The entry of this task waiting to be run. */
  public Entry queued() {
    return entry(QUEUED, new byte[0]);
  }

  /** The entry of this task done, with what came of it. */
  public Entry processed(byte[] result) {
    return entry(PROCESSED, result);
  }

  /** The entry that says it is known. */
  public Entry elsewhere() {
    return entry(ELSEWHERE, new byte[0]);
  }

  /** The entry of this task with that rank. */
  public Entry entry(int rank, byte[] result) {
    return new Entry(id(), rank, body(result));
  }

  public EntryId id() {
    return new EntryId(TaskKey.of(uri, level), name());
  }

  /**
   * A number for (crawl, round, URI), wherever the task is kept. It holds the 64 bits of SHA-1(URI)
   * that a page's key lacks.
   */
  public long name() {
    long visit = (crawl * 0x9E3779B97F4A7C15L ^ round) * 0xD6E8FEB86659FD93L;
    return TaskKey.sha1(uri).high() ^ visit ^ visit >>> 32;
  }

  /** The part of its host that it is in; null for what is no page. */
  public @Nullable HostPart part() {
    return TaskKey.part(uri, level);
  }

  /** The same task kept in a part of another level. */
  public Task at(int otherLevel) {
    return new Task(crawl, round, depth, otherLevel, uri);
  }

  /** What came of it, as its entry says. */
  public byte[] result(Entry entry) {
    int from = end(entry.body()) + 1;
    return Arrays.copyOfRange(entry.body(), from, entry.body().length);
  }

  /**
   * <pre>
   *   | kind 1 | crawl 8 | round 4 | depth 2 | level 1 | URI | 0 | result … |
   * </pre>
   *
   * In the order of their bytes, tasks that have much in common are neighbours.
   */
  private byte[] body(byte[] result) {
    byte[] text = uri.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEADER + text.length + 1 + result.length)
        .put(KIND)
        .putLong(crawl)
        .putInt(round)
        .putShort((short) depth)
        .put((byte) level)
        .put(text)
        .put((byte) 0)
        .put(result)
        .array();
  }

  /**
   * The task an entry is about, or null if it is about something else. That the entry has the ID of
   * the task is checked where entries come in.
   */
  public static @Nullable Task of(Entry entry) {
    return read(entry.body());
  }

  /** Whether an entry's body claims to be a task. */
  public static boolean isTask(byte[] body) {
    return body.length >= HEADER && body[0] == KIND;
  }

  /** The task in an entry's body; null if it is none, or malformed. */
  public static @Nullable Task read(byte[] body) {
    if (!isTask(body)) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(body);
    in.get();
    long crawl = in.getLong();
    int round = in.getInt();
    int depth = in.getShort() & DEEPEST;
    int level = in.get();
    int length = end(body) - HEADER;
    if (round < 0
        || level < 0
        || level > TaskKey.HIGHEST_LEVEL
        || length > LONGEST_URI
        || HEADER + length == body.length) {
      return null;
    }
    String uri = new String(body, HEADER, length, StandardCharsets.UTF_8);
    return Plausible.uri(uri) ? new Task(crawl, round, depth, level, uri) : null;
  }

  /** Where the URI ends: at the first zero, which no URI contains. */
  private static int end(byte[] body) {
    int end = HEADER;
    while (end < body.length && body[end] != 0) {
      end++;
    }
    return end;
  }
}
