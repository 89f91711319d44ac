package org.orbweaver.archive.warc;

import java.io.InputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A response as it was received, wherever it lies. */
public interface HttpBytes {
  long size();

  /** Status line, headers and the blank line. */
  int headLength();

  /** All of it in one piece, if it is in one. */
  @Nullable ByteBuffer whole();

  InputStream open();
}
