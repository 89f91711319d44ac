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

  /** For what lies in the user's own archive: how large its pages may be the user has said. */
  public static final long ANY_SIZE = Long.MAX_VALUE;

  /**
   * One that was received and kept earlier.
   *
   * @param most bytes of it: what strangers packed may unpack without end, onto this machine's disk
   * @throws IOException if it has more
   */
  public static Response stored(InputStream bytes, long most) throws IOException {
    Recording recording = new Recording(MEMORY);
    try {
      while (recording.readFrom(bytes, Long.MAX_VALUE) >= 0) {
        if (recording.size() > most) {
          throw new IOException(
              "it is larger than any page that is captured: more than %,d bytes".formatted(most));
        }
      }
      int headLength = ResponseReader.headEnd(recording, 0);
      if (headLength < 0) {
        throw new FetchFailure(FetchProblem.NOT_HTTP);
      }
      Headers headers = new Headers(recording.memory(), headLength);
      boolean chunked = headers.says("Transfer-Encoding", "chunked");
      return new Response(recording, headers, headLength, chunked, Truncation.NONE);
    } catch (IOException | RuntimeException e) {
      recording.close(); // its file lives as long as it is open
      throw e;
    }
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
