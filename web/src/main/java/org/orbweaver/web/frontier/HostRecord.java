package org.orbweaver.web.frontier;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A host as it is on disk: how far its queue is done, and what came of it.
 *
 * <pre>
 *   done (8)  fetched (4)  failed (4)  bytes (8)  authority
 * </pre>
 *
 * @param authority scheme, host and port
 * @param done the last queue number that is settled in this round
 * @param fetched responses recorded in this round
 * @param failed addresses given up in this round
 * @param bytes received in this round
 */
public record HostRecord(String authority, long done, int fetched, int failed, long bytes) {
  private static final int FIXED = 24;

  static HostRecord fresh(String authority) {
    return new HostRecord(authority, 0, 0, 0, 0);
  }

  /** With one more queue entry settled. */
  HostRecord after(long number, SettledVisit settled) {
    return new HostRecord(
        authority,
        Math.max(done, number),
        fetched + (settled.kind() == SettledVisit.Kind.FETCHED ? 1 : 0),
        failed + (settled.kind() == SettledVisit.Kind.FAILED ? 1 : 0),
        bytes + settled.bytes());
  }

  byte[] encode() {
    byte[] name = authority.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(FIXED + name.length)
        .putLong(done)
        .putInt(fetched)
        .putInt(failed)
        .putLong(bytes)
        .put(name)
        .array();
  }

  static HostRecord decode(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    long done = in.getLong();
    int fetched = in.getInt();
    int failed = in.getInt();
    long bytes = in.getLong();
    String name = new String(value, FIXED, value.length - FIXED, StandardCharsets.US_ASCII);
    return new HostRecord(name, done, fetched, failed, bytes);
  }
}
