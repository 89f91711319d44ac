package org.orbweaver.archive.warc;

import java.time.Instant;

/**
 * Compressed records of one capture, ready to be appended. The response or revisit record comes
 * first.
 *
 * @param mainLength how long that first record is
 */
public record EncodedRecords(Spool bytes, Instant at, long mainLength) implements AutoCloseable {
  public long size() {
    return bytes.size();
  }

  @Override
  public void close() {
    bytes.close();
  }
}
