package org.orbweaver.archive.index;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageHeaders;
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
 * Brings the index up to the WARC files, in their order: a revisit or a 304 finds the capture it
 * refers to in what has been read before it.
 *
 * <p>Of what cannot be read only the end of the last file is cut off, the half record of a process
 * or a machine that stopped. Where sound records follow, something else has happened: the damaged
 * bytes stay where they are, and are passed by and counted.
 */
public final class IndexRebuild {
  private static final String NOTHING = "0:0";

  private final WarcFiles files;
  private final CaptureIndex index;
  private RowFeed feed;
  private long damagedPlaces;

  public IndexRebuild(WarcFiles files, CaptureIndex index) {
    this.files = files;
    this.index = index;
    this.feed = RowFeed.ofFew(index);
  }

  /** Makes the index anew; returns how many captures were found. */
  public long run() throws IOException {
    index.clear();
    try (RowFeed many = RowFeed.ofMany(index)) {
      feed = many;
      return runFrom(NOTHING);
    }
  }

  /** Adds what was written behind this mark; returns how many captures were found. */
  public long runFrom(String mark) throws IOException {
    for (Map.Entry<Integer, Path> file : files.files().entrySet()) {
      int number = file.getKey();
      if (number >= WarcFiles.number(mark)) {
        long start = number == WarcFiles.number(mark) ? WarcFiles.size(mark) : 0;
        long end = read(number, file.getValue(), start);
        boolean last = number == files.files().lastKey();
        if (last && files.isOurs(file.getValue(), number) && end < Files.size(file.getValue())) {
          files.cutTo(number + ":" + end);
        }
      }
    }
    feed.finish(files.mark());
    return feed.captures();
  }

  /** Places where records cannot be read although later ones can. */
  public long damagedPlaces() {
    return damagedPlaces;
  }

  /** Returns where the last record ends that can be read. */
  private long read(int number, Path path, long from) throws IOException {
    long size = Files.size(path);
    long start = from;
    while (start < size) {
      long end = readSound(number, path, start);
      if (end >= size) {
        return size;
      }
      long next = SoundRecord.behind(path, end);
      if (next < 0) {
        return end;
      }
      damagedPlaces++;
      start = next;
    }
    return start;
  }

  /** Reads records up to one that cannot be read, or the end; returns where that is. */
  private long readSound(int number, Path path, long from) throws IOException {
    long end = from;
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ).position(from);
        WarcReader reader = new WarcReader(channel)) {
      long size = channel.size();
      long base = from - reader.position();
      Optional<WarcRecord> next = SoundRecord.next(reader);
      while (next.isPresent()) {
        WarcRecord record = next.get();
        long start = base + reader.position();
        if (start >= size) {
          return size; // made up by the library: where a last record's end is wrong, it reads it
          // twice
        }
        @Nullable RowDraft draft = SoundRecord.reading(() -> draft(record));
        String lines = draft == null ? SoundRecord.reading(() -> notModified(record)) : "";
        record.body().consume();
        // Only now is the record known to be whole; where it ends, the reader says with the next.
        @Nullable IOException unreadable = null;
        try {
          next = SoundRecord.next(reader);
        } catch (IOException e) {
          unreadable = e;
        }
        end = Math.min(base + reader.position(), size);
        if (end == start) {
          return end; // its own end cannot be read
        }
        enter(draft, String.valueOf(lines), new RecordLocation(number, start, end - start));
        if (unreadable != null) {
          return end;
        }
      }
      return end;
    } catch (IOException e) {
      if (e instanceof IndexFailure) {
        throw e;
      }
      return end;
    }
  }

  private void enter(@Nullable RowDraft draft, String lines, RecordLocation place)
      throws IndexFailure {
    String before = place.file() + ":" + place.offset();
    String mark = place.file() + ":" + (place.offset() + place.length());
    try {
      if (draft != null && draft.kind() == IndexRow.Kind.RESPONSE) {
        IndexRow row = SoundRecord.reading(() -> draft.row(place, index));
        if (row != null) {
          feed.add(row, mark);
        }
      } else if (draft != null) {
        feed.addLater(known -> SoundRecord.reading(() -> draft.row(place, known)), before, mark);
      }
      for (String line : lines.lines().toList()) {
        feed.addLater(
            known -> SoundRecord.reading(() -> NotModifiedLines.read(line, place, known)),
            before,
            mark);
      }
    } catch (IOException e) {
      throw new IndexFailure(e);
    }
  }

  /** The index's failure, not the record's. */
  private static final class IndexFailure extends IOException {
    IndexFailure(IOException cause) {
      super(cause.getMessage(), cause);
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

  private @Nullable RowDraft draft(WarcRecord record) throws IOException {
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

  private static @Nullable RowDraft draft(
      WarcCaptureRecord record,
      HttpResponse http,
      IndexRow.Kind kind,
      @Nullable String originalUrl,
      @Nullable Instant originalAt) {
    if (record.target() == null || record.date() == null) {
      return null;
    }
    MessageHeaders headers = http.headers();
    String type = headers.first("Content-Type").orElse("");
    int end = type.indexOf(';');
    return new RowDraft(
        record.target(),
        record.date(),
        kind,
        http.status(),
        record
            .payloadDigest()
            .map(WarcDigest::bytes)
            .filter(bytes -> bytes.length == IndexRow.DIGEST)
            .orElseGet(() -> new byte[IndexRow.DIGEST]),
        (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT),
        headers.first("ETag").orElse(null),
        headers.first("Last-Modified").orElse(null),
        originalUrl,
        originalAt);
  }
}
