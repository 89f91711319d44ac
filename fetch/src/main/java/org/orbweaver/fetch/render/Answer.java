package org.orbweaver.fetch.render;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A response as a browser takes it.
 *
 * @param body without transfer and content encoding
 */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to a browser
public record Answer(int status, Map<String, String> headers, byte[] body) {
  /** What no longer holds of the decoded body. */
  private static final Set<String> OF_THE_WIRE =
      Set.of("content-encoding", "content-length", "transfer-encoding", "connection");

  public Answer {
    headers =
        headers.entrySet().stream()
            .filter(header -> !OF_THE_WIRE.contains(header.getKey().toLowerCase(Locale.ROOT)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
