package org.orbweaver.archive;

import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.warc.EncodedRecords;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * A capture ready to be appended; a 304 may be an index row only, and a view of a page has records
 * only.
 */
public final class EncodedCapture implements AutoCloseable {
  private final @Nullable PageCapture capture;
  private final @Nullable EncodedRecords records;
  private final @Nullable RecordLocation payload;

  EncodedCapture(
      @Nullable PageCapture capture,
      @Nullable EncodedRecords records,
      @Nullable RecordLocation payload) {
    this.capture = capture;
    this.records = records;
    this.payload = payload;
  }

  public long size() {
    return records == null ? 0 : records.size();
  }

  /** The earlier capture whose payload it shares, if that is another page's; else null. */
  public PageCapture.@Nullable Original sharedWith() {
    PageCapture.Original original = capture == null ? null : capture.original();
    return original == null || original.notModified() ? null : original;
  }

  /** Where the payload lies that it shares; null if it has its own. */
  public @Nullable RecordLocation payload() {
    return payload;
  }

  @Nullable EncodedRecords records() {
    return records;
  }

  /** Null for what nobody asks for by its address. */
  @Nullable IndexRow row(RecordLocation place) {
    if (capture == null) {
      return null;
    }
    PageCapture.Original original = capture.original();
    IndexRow.Kind kind =
        original == null
            ? IndexRow.Kind.RESPONSE
            : original.notModified() ? IndexRow.Kind.NOT_MODIFIED : IndexRow.Kind.REVISIT;
    return new IndexRow(
        capture.url(),
        capture.at(),
        kind,
        capture.status(),
        place,
        payload == null ? place : payload,
        capture.payloadDigest(),
        capture.mediaType(),
        capture.etag(),
        capture.lastModified());
  }

  @Override
  public void close() {
    if (records != null) {
      records.close();
    }
  }
}
