package org.orbweaver.app.page;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What the record of a captured page says.
 *
 * <pre>
 *   | status 2 | SHA-1 of the payload 20 | where a seed redirects to, a line each … |
 * </pre>
 *
 * @param movedTo of seeds, and of what they redirect to: where this one redirects to
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
record PageSummary(int status, byte[] digest, List<WebUrl> movedTo) {
  private static final int DIGEST = 20;
  private static final int HEADER = 2 + DIGEST;

  PageSummary {
    movedTo = List.copyOf(movedTo);
  }

  byte[] bytes() {
    String lines = String.join("\n", movedTo.stream().map(WebUrl::toString).toList());
    byte[] text = lines.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(HEADER + text.length)
        .putShort((short) status)
        .put(digest)
        .put(text)
        .array();
  }

  /** Reads one; of bytes that are none, one of nothing. */
  static PageSummary read(byte[] bytes) {
    if (bytes.length < HEADER) {
      return new PageSummary(0, new byte[DIGEST], List.of());
    }
    String lines = new String(bytes, HEADER, bytes.length - HEADER, StandardCharsets.US_ASCII);
    return new PageSummary(
        ByteBuffer.wrap(bytes).getShort(),
        Arrays.copyOfRange(bytes, 2, HEADER),
        lines.lines().flatMap(line -> Stream.ofNullable(WebUrl.parse(line))).toList());
  }
}
