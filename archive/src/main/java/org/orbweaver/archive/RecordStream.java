package org.orbweaver.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.netpreserve.jwarc.WarcReader;

/** A record's body, which closes the file it lies in. */
final class RecordStream extends FilterInputStream {
  private final WarcReader reader;

  RecordStream(WarcReader reader, InputStream body) {
    super(body);
    this.reader = reader;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
