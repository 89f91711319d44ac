package org.orbweaver.fetch.http;

import java.io.InputStream;
import java.time.Instant;

/**
 * A request and the response to it, both as they went over the wire. Must be closed when its bytes
 * have been read: a large body lies in a file.
 *
 * @param at when the request was sent
 * @param address the server's
 * @param requestBytes not to be changed
 * @param headLength status line, headers and the blank line
 * @param chunked the recorded body has chunked framing
 * @param nanos from request to the end of the response
 */
public record Exchange(
    PageRequest request,
    Instant at,
    CheckedAddress address,
    byte[] requestBytes,
    Recording response,
    Headers headers,
    int headLength,
    boolean chunked,
    Truncation truncation,
    long nanos)
    implements AutoCloseable {
  public int status() {
    return headers.status();
  }

  /** The body as sent, without chunked framing, still in its content encoding. */
  public InputStream payload() {
    InputStream body = response.from(headLength);
    return chunked ? new DechunkingStream(body) : body;
  }

  public long bodySize() {
    return response.size() - headLength;
  }

  @Override
  public void close() {
    response.close();
  }
}
