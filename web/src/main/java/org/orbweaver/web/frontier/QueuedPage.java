package org.orbweaver.web.frontier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.Trail;

/**
 * An address in its host's queue.
 *
 * <pre>
 *   key    host fingerprint (8)  number (8)
 *   value  role (1)  hops (1)  attempts (1)  depth (2)  round (4)  path and query
 *          [ 0  way from the seed  0  the page it was found on ]
 * </pre>
 *
 * <p>Frontiers of earlier versions have entries without the last line. The role's highest bit says
 * that the entry is for its round only: a retry.
 *
 * @param number of the queue entry, growing over all hosts
 * @param attempts that failed so far
 * @param round in which it was put here
 * @param once for that round only; other entries are for all rounds from there on
 */
public record QueuedPage(
    long number,
    WebUrl url,
    Role role,
    int depth,
    int hops,
    int attempts,
    int round,
    boolean once,
    Trail trail)
    implements Target {
  private static final int FIXED = 9;
  private static final int ONCE = 0x80;
  private static final Role[] ROLES = Role.values();

  byte[] encode() {
    String via =
        trail.via().startsWith(url.authority() + "/")
            ? trail.via().substring(url.authority().length())
            : trail.via();
    String known = trail.equals(Trail.SEED) ? "" : "\0" + trail.path() + "\0" + via;
    byte[] text = (url.pathAndQuery() + known).getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(FIXED + text.length)
        .put((byte) (role.ordinal() | (once ? ONCE : 0)))
        .put((byte) hops)
        .put((byte) attempts)
        .putShort((short) Math.min(depth, Short.MAX_VALUE))
        .putInt(round)
        .put(text)
        .array();
  }

  static QueuedPage decode(String authority, long number, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    int flags = in.get();
    int hops = in.get();
    int attempts = in.get();
    int depth = in.getShort();
    int round = in.getInt();
    String text = new String(value, FIXED, value.length - FIXED, StandardCharsets.US_ASCII);
    String[] parts = text.split("\0", 3);
    return new QueuedPage(
        number,
        WebUrl.of(authority + parts[0]),
        ROLES[flags & ~ONCE & 0x7f],
        depth,
        hops,
        attempts,
        round,
        (flags & ONCE) != 0 || attempts > 0,
        parts.length < 3
            ? Trail.SEED
            : new Trail(parts[2].startsWith("/") ? authority + parts[2] : parts[2], parts[1]));
  }

  /** For another attempt in this round. */
  QueuedPage retried(long newNumber, int inRound) {
    return again(newNumber, inRound, attempts + 1);
  }

  /** Asked for anew, with all its attempts before it. */
  QueuedPage requeued(long newNumber, int inRound) {
    return again(newNumber, inRound, 0);
  }

  private QueuedPage again(long newNumber, int inRound, int failed) {
    return new QueuedPage(newNumber, url, role, depth, hops, failed, inRound, true, trail);
  }

  /** A retry of an earlier round has been settled there. */
  boolean belongsTo(int currentRound) {
    return !once || round == currentRound;
  }
}
