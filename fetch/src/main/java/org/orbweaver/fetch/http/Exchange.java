package org.orbweaver.fetch.http;

import java.time.Instant;

/**
 * A request and the response to it, both as they went over the wire.
 *
 * @param at when the request was sent
 * @param address the server's
 * @param requestBytes not to be changed
 * @param protocol as it was spoken; what is recorded looks like HTTP/1.1 in any case
 * @param nanos from request to the end of the response
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody, and copied too often otherwise
public record Exchange(
    PageRequest request,
    Instant at,
    CheckedAddress address,
    byte[] requestBytes,
    Response response,
    long nanos,
    String protocol)
    implements AutoCloseable {
  /** The protocol's name among TLS applications. */
  public static final String HTTP_1 = "http/1.1";

  public int status() {
    return response.status();
  }

  @Override
  public void close() {
    response.close();
  }
}
