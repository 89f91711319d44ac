package org.orbweaver.archive.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The response that a revisit record stands for: its own head, and the body it refers to. */
public final class RevisitResponse {
  private static final int HEAD_LIMIT = 256 << 10;

  private RevisitResponse() {}

  /**
   * @param own the HTTP head of the revisit
   * @param original the response with the body
   */
  public static InputStream of(InputStream own, InputStream original) throws IOException {
    byte[] head = own.readNBytes(HEAD_LIMIT);
    InputStream body = new BufferedInputStream(original);
    if (head.length == 0) {
      return body;
    }
    return new SequenceInputStream(new ByteArrayInputStream(merged(head, head(body))), body);
  }

  /** Status line and headers up to the blank line, read from a buffered stream. */
  private static byte[] head(InputStream http) throws IOException {
    byte[] head = new byte[1024];
    int length = 0;
    int blank = 0;
    int next;
    while (blank < 2 && length < HEAD_LIMIT && (next = http.read()) >= 0) {
      if (length == head.length) {
        head = Arrays.copyOf(head, 2 * length);
      }
      head[length++] = (byte) next;
      blank = next == '\n' ? blank + 1 : next == '\r' ? blank : 0;
    }
    return Arrays.copyOf(head, length);
  }

  /** The revisit's own words, but framing and encoding of the body that is there. */
  private static byte[] merged(byte[] own, byte[] original) {
    StringBuilder head = new StringBuilder();
    new String(own, StandardCharsets.ISO_8859_1)
        .lines()
        .takeWhile(line -> !line.isBlank())
        .filter(line -> !isFraming(line))
        .forEach(line -> head.append(line).append("\r\n"));
    new String(original, StandardCharsets.ISO_8859_1)
        .lines()
        .filter(RevisitResponse::isFraming)
        .forEach(line -> head.append(line).append("\r\n"));
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static boolean isFraming(String line) {
    String lower = line.toLowerCase(Locale.ROOT);
    return lower.startsWith("transfer-encoding:")
        || lower.startsWith("content-encoding:")
        || lower.startsWith("content-length:");
  }
}
