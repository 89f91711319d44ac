package org.orbweaver.web.frontier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;

/**
 * An address in its host's queue.
 *
 * <pre>
 *   key    host fingerprint (8)  number (8)
 *   value  role (1)  hops (1)  attempts (1)  depth (2)  round (4)  path and query
 * </pre>
 *
 * @param number of the queue entry, growing over all hosts
 * @param attempts that failed so far
 * @param round in which a retry was put here; first entries are for all rounds
 */
public record QueuedPage(
    long number, WebUrl url, Role role, int depth, int hops, int attempts, int round)
    implements Target {
  private static final int FIXED = 9;
  private static final Role[] ROLES = Role.values();

  byte[] encode() {
    byte[] path = url.pathAndQuery().getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(FIXED + path.length)
        .put((byte) role.ordinal())
        .put((byte) hops)
        .put((byte) attempts)
        .putShort((short) Math.min(depth, Short.MAX_VALUE))
        .putInt(round)
        .put(path)
        .array();
  }

  static QueuedPage decode(String authority, long number, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    Role role = ROLES[in.get()];
    int hops = in.get();
    int attempts = in.get();
    int depth = in.getShort();
    int round = in.getInt();
    String path = new String(value, FIXED, value.length - FIXED, StandardCharsets.US_ASCII);
    return new QueuedPage(number, WebUrl.of(authority + path), role, depth, hops, attempts, round);
  }

  QueuedPage retried(long newNumber, int inRound) {
    return new QueuedPage(newNumber, url, role, depth, hops, attempts + 1, inRound);
  }

  /** A retry of an earlier round has been settled there. */
  boolean belongsTo(int currentRound) {
    return attempts == 0 || round == currentRound;
  }
}
