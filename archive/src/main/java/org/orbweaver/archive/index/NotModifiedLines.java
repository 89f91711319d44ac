package org.orbweaver.archive.index;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;

/**
 * The 304s of one host in one round, as lines of a metadata record's body, from which their index
 * rows can be restored:
 *
 * <pre>
 *   not-modified: TIME ADDRESS
 * </pre>
 *
 * What the capture before says (digest, validators, where the payload is) is in that capture's own
 * row.
 */
public final class NotModifiedLines {
  private static final String NAME = "not-modified: ";

  /**
   * Numbers the rows that have no record yet. A row's key ends with the offset of its record; until
   * the round's end writes one, this number stands there, or two such rows of one address and time
   * would be one.
   */
  private static final AtomicLong WAITING = new AtomicLong();

  private final CaptureIndex index;

  public NotModifiedLines(CaptureIndex index) {
    this.index = index;
  }

  public static long waiting() {
    return WAITING.incrementAndGet();
  }

  /** Takes a host's rows. */
  public interface HostRows {
    void accept(String target, List<IndexRow> rows) throws IOException;
  }

  /** Host by host; the rows of one host are in memory at a time. */
  public void forEachHost(HostRows action) throws IOException {
    List<IndexRow> rows = new ArrayList<>();
    List<IOException> problems = new ArrayList<>();
    index.forEachUnmodified(
        row -> {
          if (!rows.isEmpty() && !home(rows.getFirst()).equals(home(row))) {
            flush(rows, action, problems);
          }
          rows.add(row);
        });
    flush(rows, action, problems);
    if (!problems.isEmpty()) {
      throw problems.getFirst();
    }
  }

  private static void flush(List<IndexRow> rows, HostRows action, List<IOException> problems) {
    if (rows.isEmpty()) {
      return;
    }
    try {
      action.accept(home(rows.getFirst()), List.copyOf(rows));
    } catch (IOException e) {
      problems.add(e);
    }
    rows.clear();
  }

  /** The address of the host's first page. */
  private static String home(IndexRow row) {
    int path = row.url().indexOf('/', row.url().indexOf("://") + 3);
    return row.url().substring(0, path + 1);
  }

  public static String write(List<IndexRow> rows) {
    StringBuilder lines = new StringBuilder();
    for (IndexRow row : rows) {
      lines.append(NAME).append(row.at()).append(' ').append(row.url()).append("\r\n");
    }
    return lines.toString();
  }

  /** The row a line stands for, given the capture before it; null if there is none. */
  static @Nullable IndexRow read(String line, RecordLocation record, CaptureIndex index) {
    if (!line.startsWith(NAME)) {
      return null;
    }
    int space = line.indexOf(' ', NAME.length());
    if (space < 0) {
      return null;
    }
    Instant at;
    try {
      at = Instant.parse(line.substring(NAME.length(), space));
    } catch (DateTimeParseException e) {
      return null;
    }
    String url = line.substring(space + 1).strip();
    IndexRow before = index.newest(url, at.minusMillis(1));
    return before == null
        ? null
        : new IndexRow(
            url,
            at,
            IndexRow.Kind.NOT_MODIFIED,
            304,
            record,
            before.payload(),
            before.digest(),
            before.mediaType(),
            before.etag(),
            before.lastModified());
  }
}
