package org.orbweaver.console.archive;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

  static ArchiveAnswer redirect(int status, String to) {
    ArchiveAnswer answer = text(status, "");
    // Addresses in paths may hold what a header must not.
    answer.headers.put("Location", to.replaceAll("[\\r\\n]", ""));
    return answer;
  }

  ArchiveAnswer with(String name, String value) {
    headers.put(name, value);
    return this;
  }

  InputStream open() {
    return stream == null ? new ByteArrayInputStream(body) : stream;
  }
}
