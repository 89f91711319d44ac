package org.orbweaver.fetch.http;

import java.time.Instant;

/**
 * A request and the response to it, both as they went over the wire.
 *
 * @param at when the request was sent
 * @param address the server's
 * @param requestBytes not to be changed
 * @param nanos from request to the end of the response
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and copied too often otherwise
public record Exchange(
    PageRequest request,
    Instant at,
    CheckedAddress address,
    byte[] requestBytes,
    Response response,
    long nanos)
    implements AutoCloseable {
  public int status() {
    return response.status();
  }

  @Override
  public void close() {
    response.close();
  }
}
