package org.orbweaver.archive.warc;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.netpreserve.jwarc.WarcDigest;

/**
 * The header of one record, written field by field. By hand, since every page has three of them:
 * jwarc's builder makes a map, a formatter and a secure random number for each.
 */
final class RecordHeader {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final long HIGH;
  private static final AtomicLong LOW;

  static {
    // Record IDs must be unique, not secret: one secret start for each process, then counting.
    SecureRandom random = new SecureRandom();
    HIGH = random.nextLong();
    LOW = new AtomicLong(random.nextLong());
  }

  private final StringBuilder text = new StringBuilder(640);
  private final String id;

  RecordHeader(String type, String date) {
    id = "<urn:uuid:" + freshId() + ">";
    text.append("WARC/1.1\r\nWARC-Type: ").append(type).append("\r\n");
    field("WARC-Record-ID", id);
    field("WARC-Date", date);
  }

  /** In the shape of a random UUID (RFC 9562 §5.4). */
  private static UUID freshId() {
    long count = LOW.getAndAdd(GOLDEN);
    long mixed = (count ^ count >>> 32) * GOLDEN;
    long high = (HIGH ^ mixed ^ mixed >>> 29) & ~0xf000L | 0x4000L;
    return new UUID(high, count & 0x3fff_ffff_ffff_ffffL | 0x8000_0000_0000_0000L);
  }

  String id() {
    return id;
  }

  /** Values come from parsed addresses and from us: none has a line end. */
  RecordHeader field(String name, String value) {
    text.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  RecordHeader digest(String name, byte[] sha1) {
    return field(name, new WarcDigest("sha1", sha1).prefixedBase32());
  }

  byte[] bytes(long contentLength) {
    text.append("Content-Length: ").append(contentLength).append("\r\n\r\n");
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
