package org.orbweaver.console.archive;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Status, headers and a body: bytes, or a stream for what is large. */
@SuppressWarnings("ArrayRecordComponent") // on its way to a socket
record ArchiveAnswer(
    int status, Map<String, String> headers, byte[] body, @Nullable InputStream stream) {
  static ArchiveAnswer of(int status, String type, byte[] body) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", type);
    return new ArchiveAnswer(status, headers, body, null);
  }

  static ArchiveAnswer html(int status, String page) {
    return of(status, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }

  static ArchiveAnswer text(int status, String text) {
    return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Lines as they are found. The first are looked for at once, so that what cannot be answered is
   * said as that.
   */
  static ArchiveAnswer lines(Iterator<String> lines) {
    LineStream stream = new LineStream(lines);
    byte[] first = stream.first();
    return stream.isRead()
        ? text(200, "").withBody(first)
        : new ArchiveAnswer(
            200,
            new LinkedHashMap<>(),
            new byte[0],
            new SequenceInputStream(new ByteArrayInputStream(first), stream));
  }

  private ArchiveAnswer withBody(byte[] bytes) {
    return new ArchiveAnswer(status, headers, bytes, null);
  }

  static ArchiveAnswer redirect(int status, String to) {
    ArchiveAnswer answer = text(status, "");
    answer.headers.put("Location", inHeader(to));
    return answer;
  }

  /** Addresses may hold what a header must not: spaces, line ends, letters beyond ASCII. */
  private static String inHeader(String address) {
    StringBuilder plain = new StringBuilder(address.length());
    for (byte each : address.getBytes(StandardCharsets.UTF_8)) {
      if (each > ' ' && each < 0x7f) {
        plain.append((char) each);
      } else {
        plain.append("%%%02X".formatted(each));
      }
    }
    return plain.toString();
  }

  ArchiveAnswer with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  InputStream open() {
    return stream == null ? new ByteArrayInputStream(body) : stream;
  }
}
