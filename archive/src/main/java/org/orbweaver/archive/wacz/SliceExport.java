package org.orbweaver.archive.wacz;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcTruncationReason;
import org.orbweaver.archive.cdx.CdxLine;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.replay.Archive;
import org.orbweaver.archive.replay.ArchivedCapture;
import org.orbweaver.archive.replay.CaptureSource;
import org.orbweaver.archive.replay.Slice;
import org.orbweaver.archive.warc.EncodedRecords;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.RecordEncoder;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.archive.warc.WarcFiles;
import org.orbweaver.archive.warc.WholeResponse;
import org.orbweaver.fetch.http.Response;

/**
 * Writes captures into WARC files that need no others: a capture whose body lies in a record that
 * is not in the slice is written with its body; a second one with the same body refers to the
 * first.
 */
public final class SliceExport implements AutoCloseable {
  private final WarcFiles files;
  private final RecordEncoder encoder = new RecordEncoder(6);
  private final Map<String, PageCapture.Original> bodies = new HashMap<>();
  private final List<CdxLine> lines = new ArrayList<>();
  private long left;

  /**
   * @param name what file names begin with
   */
  public SliceExport(Path directory, String name, InstantSource clock) throws IOException {
    this.files =
        new WarcFiles(
            directory,
            name,
            1L << 30,
            encoder,
            Map.of("software", "Orbweaver", "format", "WARC File Format 1.1"),
            clock);
  }

  /** Captures that could not be read, and are not in the export. */
  public long leftOut() {
    return left;
  }

  /** Index lines of what was written, in the order of writing. */
  public List<CdxLine> lines() {
    return lines;
  }

  public List<Path> written() {
    return List.copyOf(files.files().values());
  }

  /** Writes what may be shown of a slice. */
  public long run(Archive archive, Slice slice) throws IOException {
    List<IOException> failure = new ArrayList<>();
    long before = lines.size();
    for (CaptureSource source : archive.sources()) {
      source.scan(
          slice.surtStart(),
          slice.surtStart(),
          row -> {
            if (slice.holds(row) && archive.refusal(source, row) == null) {
              try {
                write(new ArchivedCapture(source, row));
              } catch (IOException e) {
                failure.add(e);
              }
            }
            return failure.isEmpty();
          });
    }
    if (!failure.isEmpty()) {
      throw failure.getFirst();
    }
    files.mark();
    return lines.size() - before;
  }

  private void write(ArchivedCapture capture) throws IOException {
    IndexRow row = capture.row();
    String digest = HexFormat.of().formatHex(row.digest());
    PageCapture.Original known = bodies.get(digest);
    byte[] http;
    int head;
    int status;
    try (Response response = capture.open()) {
      http = bytes(response);
      head = response.headLength();
      status = response.status();
    } catch (IOException e) {
      left++;
      return;
    }
    boolean notModified = row.kind() == IndexRow.Kind.NOT_MODIFIED;
    PageCapture.Original original =
        known == null ? null : new PageCapture.Original(known.url(), known.at(), notModified);
    PageCapture page = page(row, http, head, original);
    try (EncodedRecords records = encoder.seal(page)) {
      RecordLocation place = files.append(records);
      String file = String.valueOf(files.file(place).getFileName());
      lines.add(
          new CdxLine(
              row.surt(),
              capture.timestamp(),
              row.url(),
              original == null ? mime(row) : "warc/revisit",
              String.valueOf(original != null && notModified ? 304 : status),
              CdxLine.of(capture).digest(),
              place.length(),
              place.offset(),
              file));
    }
    if (known == null) {
      bodies.put(digest, new PageCapture.Original(row.url(), row.at(), false));
    }
  }

  private static String mime(IndexRow row) {
    return row.mediaType().isEmpty() ? "unk" : row.mediaType();
  }

  private static byte[] bytes(Response response) throws IOException {
    try (InputStream in = response.recording().from(0)) {
      return in.readAllBytes();
    }
  }

  private static PageCapture page(
      IndexRow row, byte[] http, int head, PageCapture.@Nullable Original original) {
    return new PageCapture(
        row.url(),
        row.at(),
        InetAddress.getLoopbackAddress(),
        ("GET " + row.url() + " HTTP/1.1\r\n\r\n")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8),
        new WholeResponse(http, head),
        row.status(),
        row.mediaType(),
        row.etag(),
        row.lastModified(),
        row.digest(),
        WarcTruncationReason.NOT_TRUNCATED,
        false,
        original,
        -1,
        "",
        "",
        0,
        null);
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
