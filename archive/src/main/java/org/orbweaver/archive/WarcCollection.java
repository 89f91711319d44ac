package org.orbweaver.archive;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.IndexRebuild;
import org.orbweaver.archive.index.IndexRow;
import org.orbweaver.archive.index.NotModifiedLines;
import org.orbweaver.archive.index.RowBatch;
import org.orbweaver.archive.warc.EncodedRecords;
import org.orbweaver.archive.warc.PageCapture;
import org.orbweaver.archive.warc.RecordEncoder;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.archive.warc.WarcFiles;

/**
 * A named archive: WARC files in {@code warc}, the index over them in {@code index}. Captures are
 * sealed by any thread, appended and committed by one. Each commit returns a mark; opened with a
 * mark, the collection is exactly what it was when that mark was returned. Opened without one, it
 * is all that is in the files: what the index does not know yet is added to it.
 *
 * <p>If an append or a commit fails, as on a full disk, everything since the last commit is taken
 * back, and the next append begins anew behind it. Should even that fail, nothing more is taken
 * until the collection is opened again.
 *
 * <p>Equal content is kept once: a capture whose payload is there already, of this page or of
 * another, becomes a revisit record; a 304 an index row, and all 304s of a host in a round share
 * one metadata record, from which the rows can be restored.
 */
public final class WarcCollection implements AutoCloseable {
  /** A smaller body is repeated rather than referred to: the reference would be longer. */
  private static final int SMALLEST_SHARED = 256;

  private static final Instant ANY_TIME = Instant.ofEpochMilli(Long.MAX_VALUE / 4);

  private final WarcFiles files;
  private final CaptureIndex index;
  private final RecordEncoder sealer;
  private final CollectionOptions options;
  private final Rounds rounds;
  private RowBatch batch;
  private String committed;
  private @Nullable IOException broken;

  private WarcCollection(
      WarcFiles files,
      CaptureIndex index,
      RecordEncoder sealer,
      CollectionOptions options,
      Rounds rounds)
      throws IOException {
    this.rounds = rounds;
    this.files = files;
    this.index = index;
    this.sealer = sealer;
    this.options = options;
    this.batch = index.batch();
    this.committed = files.mark();
  }

  /**
   * @param mark to which everything later is cut off; null for the last commit
   */
  public static WarcCollection open(
      Path directory, @Nullable String mark, CollectionOptions options) throws IOException {
    RecordEncoder sealer = new RecordEncoder(options.gzipLevel());
    String name = String.valueOf(directory.toAbsolutePath().getFileName());
    WarcFiles files =
        new WarcFiles(
            directory.resolve("warc"),
            name,
            options.rotateAt(),
            sealer,
            options.info(),
            options.clock());
    CaptureIndex index = CaptureIndex.open(directory.resolve("index"));
    try {
      agree(files, index, mark);
      return new WarcCollection(files, index, sealer, options, new Rounds(directory));
    } catch (IOException | RuntimeException e) {
      index.close();
      throw e;
    }
  }

  /**
   * Without a mark nothing is cut off but half a record: the files may hold more than the index,
   * which is not always put on disk, and what was promised to last is what they hold.
   */
  private static void agree(WarcFiles files, CaptureIndex index, @Nullable String mark)
      throws IOException {
    String known = index.mark();
    if (mark != null) {
      files.cutTo(mark);
      if (!index.returnTo(mark)) {
        new IndexRebuild(files, index).run();
      }
    } else if (known != null && files.reach(known)) {
      if (!known.equals(files.mark())) {
        new IndexRebuild(files, index).runFrom(known);
      }
    } else if (known != null || !files.files().isEmpty()) {
      new IndexRebuild(files, index).run();
    }
  }

  public CaptureIndex index() {
    return index;
  }

  public WarcFiles files() {
    return files;
  }

  /** The newest capture of a page, or null. */
  public @Nullable IndexRow newest(String url) {
    return index.newest(url, ANY_TIME);
  }

  /** Compresses and digests: the expensive part, for the thread that fetched. */
  public EncodedCapture seal(PageCapture capture, long payloadSize) throws IOException {
    if (capture.original() != null && capture.original().notModified()) {
      IndexRow before = newest(capture.original().url());
      EncodedRecords records = options.recordNotModified() ? sealer.seal(capture) : null;
      return new EncodedCapture(capture, records, before == null ? null : before.payload());
    }
    RecordLocation held =
        payloadSize < SMALLEST_SHARED && capture.original() == null
            ? null
            : index.payload(capture.payloadDigest());
    PageCapture.Original original = held == null ? null : original(held, capture.payloadDigest());
    PageCapture sealed = capture.with(original);
    return new EncodedCapture(sealed, sealer.seal(sealed), original == null ? null : held);
  }

  /**
   * Of which page and time the payload is, as its record says. Null if that cannot be read, or is
   * another payload: what is lost is kept once more rather than referred to.
   */
  private PageCapture.@Nullable Original original(RecordLocation held, byte[] digest) {
    try (WarcReader reader = open(held)) {
      return reader.next().orElse(null) instanceof WarcResponse record
              && record
                  .payloadDigest()
                  .filter(own -> Arrays.equals(own.bytes(), digest))
                  .isPresent()
          ? new PageCapture.Original(record.target(), record.date(), false)
          : null;
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  /** Returns where its records lie, one after the other; null for one that has none. */
  public @Nullable RecordLocation append(EncodedCapture capture) throws IOException {
    return wholly(
        () -> {
          EncodedRecords records = capture.records();
          if (records == null) {
            enter(capture.row(new RecordLocation(0, NotModifiedLines.waiting(), 0)));
            return null;
          }
          RecordLocation main = files.append(records);
          enter(capture.row(main));
          return new RecordLocation(main.file(), main.offset(), records.size());
        });
  }

  private void enter(@Nullable IndexRow row) throws IOException {
    if (row != null) {
      batch.add(row);
    }
  }

  /** A view of a page, which has a record and no place in the index. */
  public EncodedCapture sealView(String target, Instant at, String mediaType, byte[] body)
      throws IOException {
    return new EncodedCapture(null, sealer.resource(target, at, mediaType, body), null);
  }

  /** Makes everything appended last; returns the mark to come back to. */
  public String commit() throws IOException {
    String mark =
        wholly(
            () -> {
              if (options.sync()) {
                files.sync();
              }
              String reached = files.mark();
              batch.write(reached, options.sync());
              return reached;
            });
    batch.close();
    batch = index.batch();
    committed = mark;
    return mark;
  }

  private interface Step<T extends @Nullable Object> {
    T take() throws IOException;
  }

  private <T extends @Nullable Object> T wholly(Step<T> step) throws IOException {
    if (broken != null) {
      throw new IOException(
          "the archive takes nothing more since a failed write could not be taken back: "
              + broken.getMessage(),
          broken);
    }
    try {
      return step.take();
    } catch (IOException | RuntimeException e) {
      takeBack(e);
      throw e;
    }
  }

  private void takeBack(Exception failure) {
    try {
      files.cutTo(committed);
      RowBatch failed = batch;
      batch = index.batch();
      batch.undo(failed);
      failed.close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
      broken = e instanceof IOException known ? known : new IOException(e);
    }
  }

  /** Writes the metadata records that tell of the round's 304s, one for each host. */
  public void endRound() throws IOException {
    commit();
    new NotModifiedLines(index)
        .forEachHost(
            (target, rows) -> {
              String lines = NotModifiedLines.write(rows);
              try (EncodedRecords record =
                  sealer.metadata(target, options.clock().instant(), lines)) {
                wholly(() -> settle(rows, files.append(record)));
              }
            });
    commit();
    rounds.note(options.clock().instant());
  }

  private RecordLocation settle(List<IndexRow> rows, RecordLocation place) throws IOException {
    for (IndexRow row : rows) {
      batch.settle(row, place);
    }
    return place;
  }

  /** The WARC record at a place; the caller closes the reader. */
  public WarcReader open(RecordLocation place) throws IOException {
    return new WarcReader(new BufferedInputStream(files.open(place)));
  }

  /** The HTTP response of a page's newest capture that has one, as received; null if none has. */
  public @Nullable InputStream response(String url) throws IOException {
    IndexRow row = newest(url);
    if (row == null) {
      return null;
    }
    WarcReader reader = open(row.payload());
    WarcRecord record = reader.next().orElse(null);
    if (record == null) {
      reader.close();
      return null;
    }
    return new RecordStream(reader, record.body().stream());
  }

  @Override
  public void close() throws IOException {
    batch.close();
    index.close();
    files.close();
  }
}
