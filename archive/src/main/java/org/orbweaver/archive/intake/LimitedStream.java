package org.orbweaver.archive.intake;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends after so many bytes: a WARC file within a larger file. */
final class LimitedStream extends FilterInputStream {
  private long left;

  LimitedStream(InputStream in, long length) {
    super(in);
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    int next = left > 0 ? super.read() : -1;
    left -= next < 0 ? 0 : 1;
    return next;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (left <= 0) {
      return length == 0 ? 0 : -1;
    }
    int read = super.read(to, offset, (int) Math.min(length, left));
    left -= Math.max(0, read);
    return read;
  }
}
