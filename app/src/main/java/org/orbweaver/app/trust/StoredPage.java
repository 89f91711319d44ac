package org.orbweaver.app.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.archive.warc.StrangersRecords;
import org.orbweaver.fetch.http.ContentDecoding;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.Response;
import org.orbweaver.trust.Shingles;
import org.orbweaver.trust.VouchedCapture;

/**
 * The bytes of a page as people would read them, without the encodings in which they travelled.
 *
 * @param modified when it last changed, as its origin says; null if it does not
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, not shared
public record StoredPage(byte[] body, @Nullable Instant modified) {
  /** Of what is longer, this much is vouched for. */
  private static final int MOST_BYTES = 8 << 20;

  public StoredPage(byte[] body) {
    this(body, null);
  }

  /** Of an HTTP response as it was received. */
  public static StoredPage of(InputStream http) throws IOException {
    try (Response response = Response.stored(http, FetchLimits.usual().largestResponse())) {
      Instant modified =
          response.headers().first("Last-Modified").map(StoredPage::date).orElse(null);
      return new StoredPage(ContentDecoding.decode(response, MOST_BYTES), modified);
    }
  }

  private static @Nullable Instant date(String header) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from);
    } catch (DateTimeException e) {
      return null; // a server's own idea of a date says nothing
    }
  }

  /** Whether the origin itself says that it has changed since that capture was made. */
  public boolean isNewerThan(VouchedCapture capture) {
    return modified != null && modified.isAfter(Instant.EPOCH.plusNanos(capture.time()));
  }

  /** The response among a capture's records; null if they have none, as those of a revisit. */
  public static @Nullable StoredPage ofRecords(byte[] warc) {
    try (StrangersRecords records = StrangersRecords.ofCapture(new ByteArrayInputStream(warc))) {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        if (record instanceof WarcResponse response) {
          return of(response.body().stream());
        }
      }
      return null;
    } catch (IOException | RuntimeException e) {
      return null; // somebody else wrote them
    }
  }

  /** What a peer that brought it vouches for. */
  public VouchedCapture vouch(String address, boolean rendered, long time) {
    int version = rendered ? 0 : LinkRule.VERSION;
    byte[] links = rendered ? null : new LinkRule().links(version, address, body);
    return new VouchedCapture(
        VouchedCapture.name(address),
        VouchedCapture.payload(body),
        links == null ? VouchedCapture.links(List.of()) : links,
        version,
        time);
  }

  public boolean isWhatWasCommitted(VouchedCapture capture) {
    return Arrays.equals(VouchedCapture.payload(body), capture.payload());
  }

  /** Whether the links that were committed to do not follow from it. */
  public boolean belies(String address, VouchedCapture capture) {
    byte[] follow =
        capture.extractor() == 0 ? null : new LinkRule().links(capture.extractor(), address, body);
    return follow != null && isWhatWasCommitted(capture) && !Arrays.equals(follow, capture.links());
  }

  /** Whether both are one page, but for a clock or a counter. */
  public boolean isLike(StoredPage other) {
    return Arrays.equals(body, other.body)
        || Shingles.likeness(text(), other.text()) >= Shingles.ALIKE;
  }

  private String text() {
    return new String(body, java.nio.charset.StandardCharsets.UTF_8)
        .replaceAll("<[^>]*>", " "); // what people read counts, not how it is set
  }
}
