package org.orbweaver.archive.warc;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The header of one record, written field by field. By hand, since every page has three of them:
 * jwarc's builder makes a map, a formatter and a secure random number for each.
 */
final class RecordHeader {
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final String BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
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

  /** In base 32 (RFC 4648), as archives write it. */
  RecordHeader digest(String name, byte[] sha1) {
    text.append(name).append(": sha1:");
    long bits = 0;
    int count = 0;
    for (byte each : sha1) {
      bits = bits << 8 | each & 0xff;
      count += 8;
      while (count >= 5) {
        count -= 5;
        text.append(BASE_32.charAt((int) (bits >>> count) & 31));
      }
    }
    text.append("\r\n");
    return this;
  }

  /** With the first of its content behind it. */
  byte[] bytes(long contentLength, byte[] content, int offset, int count) {
    return bytes(contentLength, content, offset, count, 0);
  }

  /** With all of its content and the two line ends behind it. */
  byte[] record(byte[] content, int offset, int count) {
    byte[] bytes = bytes(count, content, offset, count, 4);
    int end = bytes.length;
    bytes[end - 4] = '\r';
    bytes[end - 3] = '\n';
    bytes[end - 2] = '\r';
    bytes[end - 1] = '\n';
    return bytes;
  }

  private byte[] bytes(long contentLength, byte[] content, int offset, int count, int room) {
    text.append("Content-Length: ").append(contentLength).append("\r\n\r\n");
    byte[] header = text.toString().getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(header, header.length + count + room);
    System.arraycopy(content, offset, bytes, header.length, count);
    return bytes;
  }
}
