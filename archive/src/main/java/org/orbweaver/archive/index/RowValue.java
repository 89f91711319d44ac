package org.orbweaver.archive.index;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * What the index keeps of a capture beside its key, as few bytes as will do: most addresses follow
 * from the key's SURT by two bits, most payloads are the capture's own, most media types are one of
 * few. Numbers are written seven bits a byte, the lowest first.
 *
 * <pre>
 *   version 2 (1)  flags (1)  status  record length  payload digest (20)
 *   if not its own: payload's file, offset, length
 *   if it does not follow from the SURT: address
 *   media type's number; 0: its text
 *   if there are such: ETag, Last-Modified
 * </pre>
 *
 * Texts are a length and their bytes. Rows of version 1, which indexes made before may hold, are
 * read as well.
 */
final class RowValue {
  private static final byte VERSION = 2;
  private static final byte VERSION_1 = 1;

  private static final int KIND = 3;
  private static final int OWN_PAYLOAD = 4;
  private static final int ETAG = 8;
  private static final int LAST_MODIFIED = 16;
  private static final int FOLLOWS = 32;
  private static final int SECURE = 64;
  private static final int WWW = 128;

  private static final int DIGEST = 20;
  private static final int PAYLOAD_KEY = 8;
  private static final int MOST_TEXT = Short.MAX_VALUE;

  /** Of the flags, status, lengths, places and numbers together. */
  private static final int MOST_NUMBERS = 80;

  private static final IndexRow.Kind[] KINDS = IndexRow.Kind.values();

  /** A type's number is its place here, counted from one: never reordered, only added to. */
  private static final List<String> TYPES =
      List.of(
          "",
          "text/html",
          "image/jpeg",
          "image/png",
          "image/gif",
          "text/css",
          "application/javascript",
          "text/javascript",
          "application/json",
          "text/plain",
          "application/pdf",
          "image/svg+xml",
          "image/webp",
          "font/woff2",
          "font/woff",
          "application/xhtml+xml",
          "application/xml",
          "text/xml",
          "application/rss+xml",
          "application/atom+xml",
          "application/octet-stream",
          "application/x-javascript",
          "image/x-icon",
          "image/vnd.microsoft.icon",
          "video/mp4",
          "audio/mpeg",
          "application/zip",
          "application/gzip",
          "image/avif",
          "video/webm",
          "application/manifest+json",
          "application/wasm");

  private RowValue() {}

  static byte[] encode(IndexRow row, String surt) {
    byte[] url = {};
    int flags = row.kind().ordinal();
    int follows = following(row.url(), surt);
    flags |= follows;
    if (follows == 0) {
      url = bytes(row.url());
    }
    boolean own = row.payload().equals(row.place());
    flags |= own ? OWN_PAYLOAD : 0;
    int type = TYPES.indexOf(row.mediaType()) + 1;
    byte[] mediaType = type == 0 ? bytes(row.mediaType()) : new byte[0];
    byte[] etag = bytes(row.etag());
    byte[] modified = bytes(row.lastModified());
    flags |= etag.length > 0 ? ETAG : 0;
    flags |= modified.length > 0 ? LAST_MODIFIED : 0;
    ByteBuffer out =
        ByteBuffer.allocate(
            MOST_NUMBERS + DIGEST + url.length + mediaType.length + etag.length + modified.length);
    out.put(VERSION).put((byte) flags);
    number(out, row.status());
    number(out, row.place().length());
    out.put(row.digest());
    if (!own) {
      place(out, row.payload());
    }
    if (follows == 0) {
      text(out, url);
    }
    number(out, type);
    if (type == 0) {
      text(out, mediaType);
    }
    if (etag.length > 0) {
      text(out, etag);
    }
    if (modified.length > 0) {
      text(out, modified);
    }
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  /** The flags by which an address follows from its SURT; 0 if it does not. */
  private static int following(String url, String surt) {
    boolean secure = url.startsWith("https://");
    boolean www = url.startsWith("www.", secure ? 8 : 7);
    return url.equals(Surt.address(surt, secure, www))
        ? FOLLOWS | (secure ? SECURE : 0) | (www ? WWW : 0)
        : 0;
  }

  /**
   * The key of a payload: eight bytes of its digest. Of a hundred million payloads two share them
   * once in some thousands of collections, and whoever wanted to be taken for another's must try
   * 2^64 pages; the record itself has the whole digest, and who refers to it compares that.
   */
  static byte[] payloadKey(byte[] digest) {
    return java.util.Arrays.copyOf(digest, PAYLOAD_KEY);
  }

  /** A place alone: what the table of payloads keeps. */
  static byte[] place(RecordLocation place) {
    ByteBuffer out = ByteBuffer.allocate(MOST_NUMBERS);
    place(out, place);
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  /** As {@link #place(RecordLocation)} wrote it. */
  static RecordLocation place(byte[] value) {
    return place(ByteBuffer.wrap(value));
  }

  /** As version 1 had it: behind a time, before an address. */
  static RecordLocation placeOfVersion1(byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value, 8, 20);
    return new RecordLocation(in.getInt(), in.getLong(), in.getLong());
  }

  private static void place(ByteBuffer out, RecordLocation place) {
    number(out, place.file());
    number(out, place.offset());
    number(out, place.length());
  }

  private static RecordLocation place(ByteBuffer in) {
    return new RecordLocation((int) number(in), number(in), number(in));
  }

  static IndexRow decode(String surt, Instant at, int file, long offset, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    byte version = in.get();
    if (version == VERSION_1) {
      return version1(at, file, offset, in);
    }
    if (version != VERSION) {
      throw new IllegalStateException(
          "an index row of an unknown version: index the collection anew");
    }
    int flags = in.get();
    int status = (int) number(in);
    RecordLocation place = new RecordLocation(file, offset, number(in));
    byte[] digest = new byte[DIGEST];
    in.get(digest);
    RecordLocation payload = (flags & OWN_PAYLOAD) != 0 ? place : place(in);
    String url =
        (flags & FOLLOWS) == 0
            ? text(in, (int) number(in))
            : Surt.address(surt, (flags & SECURE) != 0, (flags & WWW) != 0);
    int type = (int) number(in);
    String mediaType = type == 0 ? text(in, (int) number(in)) : TYPES.get(type - 1);
    return new IndexRow(
        url,
        at,
        KINDS[flags & KIND],
        status,
        place,
        payload,
        digest,
        mediaType,
        (flags & ETAG) == 0 ? null : text(in, (int) number(in)),
        (flags & LAST_MODIFIED) == 0 ? null : text(in, (int) number(in)));
  }

  private static IndexRow version1(Instant at, int file, long offset, ByteBuffer in) {
    IndexRow.Kind kind = KINDS[in.get()];
    int status = in.getShort();
    RecordLocation place = new RecordLocation(file, offset, in.getLong());
    byte[] digest = new byte[DIGEST];
    in.get(digest);
    RecordLocation payload = new RecordLocation(in.getInt(), in.getLong(), in.getLong());
    String url = text(in, in.getShort());
    String mediaType = text(in, in.getShort());
    String etag = text(in, in.getShort());
    String modified = text(in, in.getShort());
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
        modified.isEmpty() ? null : modified);
  }

  private static void number(ByteBuffer out, long number) {
    long rest = number;
    while ((rest & ~0x7fL) != 0) {
      out.put((byte) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  private static long number(ByteBuffer in) {
    long number = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      number |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while (next < 0);
    return number;
  }

  private static byte[] bytes(@Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= MOST_TEXT ? bytes : new byte[0];
  }

  private static void text(ByteBuffer out, byte[] text) {
    number(out, text.length);
    out.put(text);
  }

  private static String text(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
