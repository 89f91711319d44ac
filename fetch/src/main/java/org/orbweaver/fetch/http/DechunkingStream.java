package org.orbweaver.fetch.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body without its chunked framing; a broken or missing end is just the end. */
final class DechunkingStream extends BlockStream {
  private final InputStream in;
  private final ChunkFraming framing = new ChunkFraming();

  DechunkingStream(InputStream in) {
    this.in = new BufferedInputStream(in);
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (framing.contentAhead() == 0) {
      int next = in.read();
      if (next < 0 || framing.ended() || framing.broken()) {
        return -1;
      }
      framing.next((byte) next);
    }
    int read = in.read(to, offset, (int) Math.min(length, framing.contentAhead()));
    if (read > 0) {
      framing.skipContent(read);
    }
    return read;
  }
}
