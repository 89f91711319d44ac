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
 *   value  version (1)  kind (1)  status (2)  record length (8)  payload digest (20)
 *          payload file (4) offset (8) length (8)
 *          address, media type, ETag, Last-Modified: each a length (2) and its bytes
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
  private static final byte VERSION = 1;
  private static final int KEY_TAIL = 20;
  private static final Kind[] KINDS = Kind.values();

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
    byte[] prefix = prefix(url);
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

  byte[] value() {
    byte[][] texts = {bytes(url), bytes(mediaType), bytes(etag), bytes(lastModified)};
    int size = 52;
    for (byte[] text : texts) {
      size += 2 + text.length;
    }
    ByteBuffer out =
        ByteBuffer.allocate(size)
            .put(VERSION)
            .put((byte) kind.ordinal())
            .putShort((short) status)
            .putLong(place.length())
            .put(digest)
            .putInt(payload.file())
            .putLong(payload.offset())
            .putLong(payload.length());
    for (byte[] text : texts) {
      out.putShort((short) text.length).put(text);
    }
    return out.array();
  }

  private static byte[] bytes(@Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= Short.MAX_VALUE ? bytes : new byte[0];
  }

  static IndexRow decode(byte[] key, byte[] value) {
    ByteBuffer tail = ByteBuffer.wrap(key, key.length - KEY_TAIL, KEY_TAIL);
    Instant at = Instant.ofEpochMilli(tail.getLong());
    int file = tail.getInt();
    long offset = tail.getLong();
    ByteBuffer in = ByteBuffer.wrap(value);
    if (in.get() != VERSION) {
      throw new IllegalStateException(
          "an index row of an unknown version: index the collection anew");
    }
    Kind kind = KINDS[in.get()];
    int status = in.getShort();
    RecordLocation place = new RecordLocation(file, offset, in.getLong());
    byte[] digest = new byte[20];
    in.get(digest);
    RecordLocation payload = new RecordLocation(in.getInt(), in.getLong(), in.getLong());
    String url = text(in);
    String mediaType = text(in);
    String etag = text(in);
    String lastModified = text(in);
    return new IndexRow(
        url,
        at,
        kind,
        status,
        place,
        payload,
        digest,
        mediaType,
        etag.isEmpty() ? null : etag,
        lastModified.isEmpty() ? null : lastModified);
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort()];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
