package org.orbweaver.fetch.http;

import java.io.IOException;
import java.io.InputStream;

/**
 * An HTTP/1.1 response as it was received. Must be closed when its bytes have been read: a large
 * body lies in a file.
 *
 * @param headLength status line, headers and the blank line
 * @param chunked the recorded body has chunked framing
 */
public record Response(
    Recording recording, Headers headers, int headLength, boolean chunked, Truncation truncation)
    implements AutoCloseable {
  private static final int MEMORY = 1 << 20;

  /** One that was received and kept earlier. */
  public static Response stored(InputStream bytes) throws IOException {
    Recording recording = new Recording(MEMORY);
    while (recording.readFrom(bytes, Long.MAX_VALUE) >= 0) {
      // until the end
    }
    int headLength = ResponseReader.headEnd(recording, 0);
    if (headLength < 0) {
      throw new FetchFailure(FetchProblem.NOT_HTTP);
    }
    Headers headers = new Headers(recording.memory(), headLength);
    boolean chunked = headers.says("Transfer-Encoding", "chunked");
    return new Response(recording, headers, headLength, chunked, Truncation.NONE);
  }

  public int status() {
    return headers.status();
  }

  /** The body as sent, without chunked framing, still in its content encoding. */
  public InputStream payload() {
    InputStream body = recording.from(headLength);
    return chunked ? new DechunkingStream(body) : body;
  }

  public long bodySize() {
    return recording.size() - headLength;
  }

  @Override
  public void close() {
    recording.close();
  }
}
