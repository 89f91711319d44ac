package org.orbweaver.archive.warc;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** A response in memory. */
@SuppressWarnings("ArrayRecordComponent") // on its way to a file
public record WholeResponse(byte[] bytes, int headLength) implements HttpBytes {
  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public ByteBuffer whole() {
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }
}
