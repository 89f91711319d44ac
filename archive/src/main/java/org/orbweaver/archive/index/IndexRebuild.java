package org.orbweaver.archive.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.ParsingException;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcMetadata;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.archive.warc.WarcFiles;

/**
 * Makes the index anew from the WARC files alone, in their order: a revisit or a 304 finds the
 * capture it refers to in what has been read before it.
 */
public final class IndexRebuild {
  private static final int ROWS = 2_000;

  private final WarcFiles files;
  private final CaptureIndex index;
  private CaptureIndex.Batch batch;
  private int inBatch;
  private long captures;

  public IndexRebuild(WarcFiles files, CaptureIndex index) {
    this.files = files;
    this.index = index;
    this.batch = index.batch();
  }

  /** First cuts off what is broken at the end of the last file. */
  public long repairAndRun() throws IOException {
    int number = files.files().lastKey();
    Path last = files.files().lastEntry().getValue();
    files.cutTo(number + ":" + soundLength(last));
    return run(files.mark());
  }

  /** Where the last record ends that can be read to its end. */
  static long soundLength(Path file) throws IOException {
    try (WarcReader reader = new WarcReader(file)) {
      try {
        Optional<WarcRecord> record = reader.next();
        while (record.isPresent()) {
          record.get().body().consume();
          record = reader.next();
        }
      } catch (IOException e) {
        // The reader stands where the record begins that cannot be read.
      }
      return reader.position();
    }
  }

  /** Returns how many captures were found. */
  public long run(String mark) throws IOException {
    index.clear();
    for (Map.Entry<Integer, Path> file : files.files().entrySet()) {
      read(file.getKey(), file.getValue(), mark);
    }
    flush(mark);
    return captures;
  }

  private void flush(String mark) throws IOException {
    try (CaptureIndex.Batch written = batch) {
      written.write(mark);
    }
    batch = index.batch();
    inBatch = 0;
  }

  private void read(int number, Path path, String mark) throws IOException {
    try (WarcReader reader = new WarcReader(path)) {
      Optional<WarcRecord> next = reader.next();
      while (next.isPresent()) {
        WarcRecord record = next.get();
        long start = reader.position();
        @Nullable Draft draft = draft(record);
        String lines = draft == null ? notModified(record) : "";
        record.body().consume();
        next = reader.next();
        RecordLocation place = new RecordLocation(number, start, reader.position() - start);
        if (draft != null) {
          if (draft.kind() != IndexRow.Kind.RESPONSE) {
            flush(mark); // what it refers to may be in the batch
          }
          add(draft.row(place, index), mark);
        }
        for (String line : lines.lines().toList()) {
          flush(mark); // the capture before may be in the batch
          add(NotModifiedLines.read(line, place, index), mark);
        }
      }
    } catch (ParsingException e) {
      throw new IOException(path + " is damaged; the collection cannot be indexed", e);
    }
  }

  private void add(@Nullable IndexRow row, String mark) throws IOException {
    if (row == null) {
      return;
    }
    captures++;
    batch.add(row);
    if (++inBatch >= ROWS) {
      flush(mark);
    }
  }

  private static String notModified(WarcRecord record) throws IOException {
    if (!(record instanceof WarcMetadata)) {
      return "";
    }
    StringBuilder lines = new StringBuilder();
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(record.body().stream(), StandardCharsets.UTF_8));
    String line;
    while ((line = reader.readLine()) != null && line.startsWith("not-modified: ")) {
      lines.append(line).append('\n');
    }
    return lines.toString();
  }

  /** A row that lacks only its place, which is known when the next record begins. */
  @SuppressWarnings("ArrayRecordComponent") // lives for one record
  private record Draft(
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
    IndexRow row(RecordLocation place, CaptureIndex index) {
      return new IndexRow(
          url,
          at,
          kind,
          status,
          place,
          payload(place, index),
          digest,
          mediaType,
          etag,
          lastModified);
    }

    private RecordLocation payload(RecordLocation own, CaptureIndex index) {
      if (kind == IndexRow.Kind.RESPONSE) {
        return own;
      }
      CaptureIndex.Payload held = index.payload(digest);
      if (held != null) {
        return held.place();
      }
      IndexRow original =
          originalUrl == null || originalAt == null ? null : index.newest(originalUrl, originalAt);
      return original == null ? own : original.payload();
    }
  }

  private @Nullable Draft draft(WarcRecord record) throws IOException {
    if (record instanceof WarcResponse response) {
      return draft(response, response.http(), IndexRow.Kind.RESPONSE, null, null);
    }
    if (record instanceof WarcRevisit revisit) {
      boolean notModified = revisit.profile().equals(WarcRevisit.SERVER_NOT_MODIFIED_1_1);
      return draft(
          revisit,
          revisit.http(),
          notModified ? IndexRow.Kind.NOT_MODIFIED : IndexRow.Kind.REVISIT,
          revisit.headers().first("WARC-Refers-To-Target-URI").orElse(null),
          revisit.refersToDate().orElse(null));
    }
    return null;
  }

  private static Draft draft(
      WarcCaptureRecord record,
      HttpResponse http,
      IndexRow.Kind kind,
      @Nullable String originalUrl,
      @Nullable Instant originalAt) {
    MessageHeaders headers = http.headers();
    String type = headers.first("Content-Type").orElse("");
    int end = type.indexOf(';');
    return new Draft(
        record.target(),
        record.date(),
        kind,
        http.status(),
        record.payloadDigest().map(WarcDigest::bytes).orElseGet(() -> new byte[20]),
        (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT),
        headers.first("ETag").orElse(null),
        headers.first("Last-Modified").orElse(null),
        originalUrl,
        originalAt);
  }
}
