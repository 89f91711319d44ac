package org.orbweaver.archive.index;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * One capture.
 *
 * <pre>
 *   key    SURT, space, time in milliseconds (8), file (4), offset (8)
 *   value  {@link RowValue}
 * </pre>
 *
 * @param place its own record; file 0 while a 304 waits for its host's metadata record
 * @param payload the record that holds its body: its own, or that of an earlier capture
 */
@SuppressWarnings("ArrayRecordComponent") // a digest; rows are compared by nobody
public record IndexRow(
    String url,
    Instant at,
    Kind kind,
    int status,
    RecordLocation place,
    RecordLocation payload,
    byte[] digest,
    String mediaType,
    @Nullable String etag,
    @Nullable String lastModified) {
  static final int DIGEST = 20;
  private static final int KEY_TAIL = 20;

  public IndexRow {
    if (digest.length != DIGEST) {
      throw new IllegalArgumentException("a SHA-1 has 20 bytes, not " + digest.length);
    }
  }

  /** What kind of record it is. */
  public enum Kind {
    RESPONSE,
    /** The same payload as an earlier capture. */
    REVISIT,
    /** The server said so itself. */
    NOT_MODIFIED
  }

  /** The same capture, told of by this record. */
  IndexRow at(RecordLocation record) {
    return new IndexRow(
        url, at, kind, status, record, payload, digest, mediaType, etag, lastModified);
  }

  byte[] key() {
    return key(surt());
  }

  /**
   * @param surt its own, which may have been worked out before
   */
  byte[] key(String surt) {
    byte[] prefix = surtPrefix(surt);
    return ByteBuffer.allocate(prefix.length + KEY_TAIL)
        .put(prefix)
        .putLong(at.toEpochMilli())
        .putInt(place.file())
        .putLong(place.offset())
        .array();
  }

  /** What all captures of an address begin with, and of nothing else: no address has a space. */
  static byte[] prefix(String url) {
    return surtPrefix(Surt.of(url));
  }

  static byte[] surtPrefix(String surt) {
    return (surt + " ").getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @param place 0 before, -1 behind all captures of that moment
   */
  static byte[] moment(byte[] prefix, Instant at, int place) {
    return ByteBuffer.allocate(prefix.length + KEY_TAIL)
        .put(prefix)
        .putLong(Math.max(0, at.toEpochMilli()))
        .putInt(place)
        .putLong(place)
        .array();
  }

  public String surt() {
    return Surt.of(url);
  }

  byte[] value(String surt) {
    return RowValue.encode(this, surt);
  }

  static IndexRow decode(byte[] key, byte[] value) {
    ByteBuffer tail = ByteBuffer.wrap(key, key.length - KEY_TAIL, KEY_TAIL);
    Instant at = Instant.ofEpochMilli(tail.getLong());
    int file = tail.getInt();
    long offset = tail.getLong();
    String surt = new String(key, 0, key.length - KEY_TAIL - 1, StandardCharsets.UTF_8);
    return RowValue.decode(surt, at, file, offset, value);
  }
}
