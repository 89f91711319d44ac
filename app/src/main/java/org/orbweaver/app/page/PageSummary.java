package org.orbweaver.app.page;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orbweaver.fetch.url.WebUrl;

/**
 * What the record of a captured page says.
 *
 * <pre>
 *   | status 2 | SHA-1 of the payload 20 | where a seed redirects to, a line each … | =bytes |
 * </pre>
 *
 * @param received bytes; 0 if an earlier version did not say so
 * @param movedTo of seeds, and of what they redirect to: where this one redirects to
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record PageSummary(int status, byte[] digest, long received, List<WebUrl> movedTo) {
  private static final String RECEIVED = "=";
  private static final int MOST_DIGITS = 18;
  private static final int DIGEST = 20;
  private static final int HEADER = 2 + DIGEST;

  public PageSummary {
    movedTo = List.copyOf(movedTo);
  }

  byte[] written() {
    String lines =
        Stream.concat(movedTo.stream().map(WebUrl::toString), Stream.of(RECEIVED + received))
            .collect(Collectors.joining("\n"));
    byte[] text = lines.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(HEADER + text.length)
        .putShort((short) status)
        .put(digest)
        .put(text)
        .array();
  }

  /** Reads one; of bytes that are none, one of nothing. */
  public static PageSummary read(byte[] bytes) {
    if (bytes.length < HEADER) {
      return new PageSummary(0, new byte[DIGEST], 0, List.of());
    }
    String lines = new String(bytes, HEADER, bytes.length - HEADER, StandardCharsets.US_ASCII);
    return new PageSummary(
        ByteBuffer.wrap(bytes).getShort(),
        Arrays.copyOfRange(bytes, 2, HEADER),
        received(lines),
        lines.lines().flatMap(line -> Stream.ofNullable(WebUrl.parse(line))).toList());
  }

  private static long received(String lines) {
    return lines
        .lines()
        .filter(line -> line.startsWith(RECEIVED))
        .map(line -> line.substring(RECEIVED.length()))
        .filter(digits -> !digits.isEmpty() && digits.length() <= MOST_DIGITS)
        .filter(digits -> digits.chars().allMatch(c -> c >= '0' && c <= '9'))
        .mapToLong(Long::parseLong)
        .findFirst()
        .orElse(0);
  }
}
