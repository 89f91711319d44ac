package org.orbweaver.app.capture;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.visit.LastCapture;

/**
 * What the record of a captured page says: enough to list the capture, and to ask for the page
 * again by whoever answers for it then.
 *
 * <pre>
 *   | status 2 | SHA-1 of the payload 20 | captured at, in milliseconds 8 | bytes received 8 |
 *   | visits that found it unchanged 2 | seconds since the one before 4, of each |
 *   | media type, ETag, Last-Modified: length 2 and bytes, of each |
 *   | where a seed redirects to, a line each … |
 * </pre>
 *
 * @param capture when, what, and what the server knows it by
 * @param received bytes, by the visit that captured it
 * @param seen when it was found unchanged since, oldest first; the latest {@link #MOST_SEEN}
 * @param movedTo of seeds, and of what they redirect to: where this one redirects to
 */
public record PageSummary(
    int status,
    LastCapture capture,
    String mediaType,
    long received,
    List<Instant> seen,
    List<WebUrl> movedTo) {
  private static final int DIGEST = 20;
  private static final int LONGEST_TEXT = 1 << 10;

  /** More than a year of days; with four bytes each, less than the rest of a record. */
  private static final int MOST_SEEN = 400;

  public PageSummary {
    seen = List.copyOf(seen);
    movedTo = List.copyOf(movedTo);
  }

  /** The same, found unchanged once more. */
  public PageSummary seenAgain(Instant at) {
    List<Instant> more = new ArrayList<>(seen);
    more.add(at);
    int from = Math.max(0, more.size() - MOST_SEEN);
    return new PageSummary(
        status, capture, mediaType, received, more.subList(from, more.size()), movedTo);
  }

  public byte[] bytes() {
    String lines = String.join("\n", movedTo.stream().map(WebUrl::toString).toList());
    byte[] text = lines.getBytes(StandardCharsets.US_ASCII);
    byte[][] texts = {
      text(mediaType), text(capture.etag()), text(capture.lastModified()),
    };
    int size = 2 + DIGEST + 8 + 8 + 2 + 4 * seen.size() + text.length;
    for (byte[] each : texts) {
      size += 2 + each.length;
    }
    ByteBuffer out =
        ByteBuffer.allocate(size)
            .putShort((short) status)
            .put(capture.digest())
            .putLong(capture.at().toEpochMilli())
            .putLong(received)
            .putShort((short) seen.size());
    long before = capture.at().getEpochSecond();
    for (Instant each : seen) {
      out.putInt(Math.clamp(each.getEpochSecond() - before, 0, Integer.MAX_VALUE));
      before = each.getEpochSecond();
    }
    for (byte[] each : texts) {
      out.putShort((short) each.length).put(each);
    }
    return out.put(text).array();
  }

  /** What is too long to be sent back is left out. */
  private static byte[] text(@Nullable String text) {
    byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
    return bytes.length > LONGEST_TEXT ? new byte[0] : bytes;
  }

  /** Reads one; of bytes that are none, one of nothing. */
  public static PageSummary read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    try {
      int status = in.getShort();
      byte[] digest = new byte[DIGEST];
      in.get(digest);
      Instant at = Instant.ofEpochMilli(in.getLong());
      long received = Math.max(0, in.getLong());
      List<Instant> seen = seen(in, at.getEpochSecond());
      String mediaType = text(in);
      String etag = text(in);
      String lastModified = text(in);
      String lines = StandardCharsets.US_ASCII.decode(in).toString();
      return new PageSummary(
          status,
          new LastCapture(
              at,
              digest,
              etag.isEmpty() ? null : etag,
              lastModified.isEmpty() ? null : lastModified),
          mediaType,
          received,
          seen,
          lines.lines().flatMap(line -> Stream.ofNullable(WebUrl.parse(line))).toList());
    } catch (BufferUnderflowException e) {
      LastCapture none = new LastCapture(Instant.EPOCH, new byte[DIGEST], null, null);
      return new PageSummary(0, none, "", 0, List.of(), List.of());
    }
  }

  private static List<Instant> seen(ByteBuffer in, long since) {
    int count = in.getShort() & 0xFFFF;
    List<Instant> seen = new ArrayList<>();
    long last = since;
    for (int i = 0; i < count; i++) {
      last += in.getInt() & 0xFFFF_FFFFL;
      seen.add(Instant.ofEpochSecond(last));
    }
    return seen;
  }

  private static String text(ByteBuffer in) {
    byte[] bytes = new byte[in.getShort() & 0xFFFF];
    in.get(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
