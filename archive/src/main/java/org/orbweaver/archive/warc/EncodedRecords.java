package org.orbweaver.archive.warc;

import java.time.Instant;

/**
 * Compressed records of one capture, ready to be appended.
 *
 * @param mainOffset where the response or revisit record starts among them
 * @param mainLength and how long it is
 */
public record EncodedRecords(Spool bytes, Instant at, long mainOffset, long mainLength)
    implements AutoCloseable {
  public long size() {
    return bytes.size();
  }

  @Override
  public void close() {
    bytes.close();
  }
}
