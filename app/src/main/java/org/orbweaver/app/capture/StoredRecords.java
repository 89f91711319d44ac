package org.orbweaver.app.capture;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.archive.intake.WarcIntake;
import org.orbweaver.archive.warc.StrangersRecords;

/** The WARC records of a capture, one after the other, as the swarm keeps them. */
public final class StoredRecords {
  private static final String PAYLOAD_DIGEST = "WARC-Payload-Digest";
  private static final String REFERS_TO = "WARC-Refers-To-Target-URI";

  /** Where they can be read, as often as needed. */
  public interface Bytes {
    InputStream open() throws IOException;
  }

  private final Bytes bytes;

  public StoredRecords(Bytes bytes) {
    this.bytes = bytes;
  }

  /**
   * The HTTP response with that payload, whichever page it is of: of a page that shares its payload
   * with another, the other's. Null if there is none.
   */
  public @Nullable InputStream response(byte[] digest) throws IOException {
    String wanted = "sha1:" + WarcIntake.base32(digest);
    return body(
        record ->
            record instanceof WarcResponse
                && record.headers().first(PAYLOAD_DIGEST).filter(wanted::equals).isPresent());
  }

  /** The HTTP head of the page's own revisit record; null if it has none. */
  public @Nullable InputStream revisit(String uri) throws IOException {
    return body(record -> record instanceof WarcRevisit && isOf(uri, record));
  }

  /** The page whose payload it shares, if it has none itself; else null. */
  public @Nullable String refersTo(String uri) throws IOException {
    try (StrangersRecords records = StrangersRecords.ofCapture(bytes.open())) {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        if (record instanceof WarcRevisit && isOf(uri, record)) {
          return record.headers().first(REFERS_TO).orElse(null);
        }
      }
      return null;
    }
  }

  private static boolean isOf(String uri, WarcRecord record) {
    return record instanceof WarcTargetRecord target && uri.equals(target.target());
  }

  private @Nullable InputStream body(Predicate<WarcRecord> wanted) throws IOException {
    StrangersRecords records = StrangersRecords.ofCapture(bytes.open());
    try {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        if (wanted.test(record)) {
          return new Body(records, record.body().stream());
        }
      }
    } catch (IOException | RuntimeException e) {
      records.close();
      throw e;
    }
    records.close();
    return null;
  }

  /** Closes what it is read from. */
  private static final class Body extends FilterInputStream {
    private final StrangersRecords records;

    Body(StrangersRecords records, InputStream body) {
      super(body);
      this.records = records;
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }
}
