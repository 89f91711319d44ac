package org.orbweaver.overlay.task;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * One URI in one round of one crawl.
 *
 * @param level of the host when the task's key was computed
 * @param depth how many links lie between it and a seed; small ones are run first
 */
public record Task(long crawl, int round, int depth, int level, String uri) {
  public static final int LONGEST_URI = 2048;

  /** A queued task's rank in the ledger. */
  public static final int QUEUED = 0;

  /** A processed one's: it beats the queued copies of whoever missed the news. */
  public static final int PROCESSED = 1;

  private static final int HEADER = 8 + 4 + 2 + 1 + 2;

  /** The entry of this task waiting to be run. */
  public Entry queued() {
    return new Entry(id(), QUEUED, body(new byte[0]));
  }

  /** The entry of this task done, with what came of it. */
  public Entry processed(byte[] result) {
    return new Entry(id(), PROCESSED, body(result));
  }

  public EntryId id() {
    long name = TaskKey.sha1(crawl + " " + round + " " + uri).high();
    return new EntryId(TaskKey.of(uri, level), name);
  }

  /**
   * <pre>
   *   | crawl 8 | round 4 | depth 2 | level 1 | length 2 | URI | result … |
   * </pre>
   */
  private byte[] body(byte[] result) {
    byte[] text = uri.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(HEADER + text.length + result.length)
        .putLong(crawl)
        .putInt(round)
        .putShort((short) depth)
        .put((byte) level)
        .putShort((short) text.length)
        .put(text)
        .put(result)
        .array();
  }

  /** The task an entry is about, or null if the entry is no task or not a well-formed one. */
  public static @Nullable Task of(Entry entry) {
    Task task = read(entry.body());
    return task != null && task.id().equals(entry.id()) ? task : null;
  }

  /** The task in an entry's body, whatever its ID; null if malformed. */
  public static @Nullable Task read(byte[] body) {
    if (body.length < HEADER) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(body);
    long crawl = in.getLong();
    int round = in.getInt();
    int depth = in.getShort() & 0xFFFF;
    int level = in.get();
    int length = in.getShort() & 0xFFFF;
    if (level < 0
        || level > TaskKey.HIGHEST_LEVEL
        || length == 0
        || length > LONGEST_URI
        || length > in.remaining()) {
      return null;
    }
    String uri = new String(body, HEADER, length, StandardCharsets.UTF_8);
    return Plausible.uri(uri) ? new Task(crawl, round, depth, level, uri) : null;
  }
}
