package org.orbweaver.console.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** Lines as bytes, each made when it is read. */
final class LineStream extends InputStream {
  private static final int FIRST = 64 << 10;

  private final Iterator<String> lines;
  private byte[] line = {};
  private int at;

  LineStream(Iterator<String> lines) {
    this.lines = lines;
  }

  /** Some lines to begin with. */
  byte[] first() {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    while (first.size() < FIRST && lines.hasNext()) {
      first.writeBytes(lines.next().getBytes(StandardCharsets.UTF_8));
    }
    return first.toByteArray();
  }

  boolean isRead() {
    return at == line.length && !lines.hasNext();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    try {
      int filled = 0;
      while (filled < length && !isRead()) {
        if (at == line.length) {
          line = lines.next().getBytes(StandardCharsets.UTF_8);
          at = 0;
        }
        int part = Math.min(length - filled, line.length - at);
        System.arraycopy(line, at, to, offset + filled, part);
        at += part;
        filled += part;
      }
      return filled == 0 && length > 0 ? -1 : filled;
    } catch (RuntimeException e) {
      throw new IOException("the answer ends here: " + e.getMessage(), e);
    }
  }
}
