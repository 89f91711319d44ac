package org.orbweaver.archive.index;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * A row read off a WARC record, which lacks only its place: that is known when the next record
 * begins.
 *
 * @param originalUrl of the capture that a revisit refers to, if it says so
 */
@SuppressWarnings("ArrayRecordComponent") // lives for one record
public record RowDraft(
    String url,
    Instant at,
    IndexRow.Kind kind,
    int status,
    byte[] digest,
    String mediaType,
    @Nullable String etag,
    @Nullable String lastModified,
    @Nullable String originalUrl,
    @Nullable Instant originalAt) {
  public IndexRow row(RecordLocation place, CaptureIndex index) {
    return new IndexRow(
        url, at, kind, status, place, payload(place, index), digest, mediaType, etag, lastModified);
  }

  /** Where the body is: with the capture it refers to, or with another that has the digest. */
  private RecordLocation payload(RecordLocation own, CaptureIndex index) {
    if (kind == IndexRow.Kind.RESPONSE) {
      return own;
    }
    // Others' files may give the original's time by the second only.
    String address = originalUrl == null ? url : originalUrl;
    IndexRow original = index.newest(address, originalAt == null ? at : originalAt.plusSeconds(1));
    if (original != null && Arrays.equals(original.digest(), digest)) {
      return original.payload();
    }
    RecordLocation held = index.payload(digest);
    return held != null ? held : original == null ? own : original.payload();
  }
}
