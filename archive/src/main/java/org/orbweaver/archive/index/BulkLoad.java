package org.orbweaver.archive.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;

/**
 * Rows by the million: sorted in memory, run by run, written to files of RocksDB's that it only
 * takes over, and brought into their final order once, at the end. There is no log, and no table in
 * memory into which each row must find its place. Any number of threads may add.
 *
 * <p>Whoever is killed before {@link #finish} finds no mark, and begins again: the captures
 * themselves are in WARC files.
 */
public final class BulkLoad implements AutoCloseable {
  /** Never: nothing waits for compactions that do not happen. */
  private static final int NEVER = 1 << 30;

  /** Rows that wait for others; each is a closure over what one record says. */
  private static final int MOST_WAITING = 100_000;

  private final IndexTables tables;
  private final CaptureIndex index;
  private final RunFiles captures;
  private final RunFiles payloads;
  private final List<Function<CaptureIndex, @Nullable IndexRow>> waiting = new ArrayList<>();

  BulkLoad(IndexTables tables, CaptureIndex index) throws IOException {
    this.tables = tables;
    this.index = index;
    captures = new RunFiles(tables, tables.captures(), false);
    payloads = new RunFiles(tables, tables.payloads(), true);
    set(
        MutableColumnFamilyOptions.builder()
            .setDisableAutoCompactions(true)
            .setLevel0FileNumCompactionTrigger(NEVER)
            .setLevel0SlowdownWritesTrigger(NEVER)
            .setLevel0StopWritesTrigger(NEVER)
            .setSoftPendingCompactionBytesLimit(0)
            .setHardPendingCompactionBytesLimit(0)
            .build());
  }

  private List<ColumnFamilyHandle> large() {
    return List.of(tables.captures(), tables.payloads());
  }

  private void set(MutableColumnFamilyOptions options) throws IOException {
    try {
      for (ColumnFamilyHandle family : large()) {
        tables.db().setOptions(family, options);
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be made ready for many rows", e);
    }
  }

  /** They can be found after the next {@link #flush}. */
  public void add(List<IndexRow> rows) throws IOException {
    List<byte[]> captured = new ArrayList<>(2 * rows.size());
    List<byte[]> held = new ArrayList<>(2 * rows.size());
    for (IndexRow row : rows) {
      if (row.place().file() == 0) {
        throw new IllegalArgumentException("a row without a record is nothing to be loaded");
      }
      String surt = row.surt();
      captured.add(row.key(surt));
      captured.add(row.value(surt));
      if (row.kind() == IndexRow.Kind.RESPONSE) {
        held.add(RowValue.payloadKey(row.digest()));
        held.add(RowValue.place(row.place()));
      }
    }
    captures.add(captured);
    payloads.add(held);
  }

  /**
   * A row that follows from rows before it, as a revisit's from the capture it refers to: worked
   * out when those can be found, in the order of adding.
   *
   * @param row null for one that makes no sense
   */
  public void addLater(Function<CaptureIndex, @Nullable IndexRow> row) throws IOException {
    waiting.add(row);
    if (waiting.size() >= MOST_WAITING) {
      flush();
    }
  }

  /** All rows can be found, and last. */
  public void flush() throws IOException {
    captures.flush();
    payloads.flush();
    for (Function<CaptureIndex, @Nullable IndexRow> each : waiting) {
      IndexRow row = each.apply(index);
      if (row != null) {
        try (RowBatch batch = new RowBatch(tables)) {
          batch.add(row);
          batch.writeUnlogged();
        }
      }
    }
    waiting.clear();
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      tables.db().flush(options, large());
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written; is the disk full?", e);
    }
  }

  /**
   * Brings all rows into their order, and notes up to where the WARC files have been read.
   *
   * @param mark of the WARC files
   */
  public void finish(String mark) throws IOException {
    flush();
    tables.compact();
    try {
      tables
          .db()
          .put(
              tables.meta(),
              tables.synced(),
              IndexTables.MARK,
              mark.getBytes(StandardCharsets.US_ASCII));
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written; is the disk full?", e);
    }
  }

  /** The index is again as a crawl needs it. */
  @Override
  public void close() throws IOException {
    captures.close();
    payloads.close();
    set(
        MutableColumnFamilyOptions.builder()
            .setDisableAutoCompactions(false)
            .setLevel0FileNumCompactionTrigger(4)
            .setLevel0SlowdownWritesTrigger(20)
            .setLevel0StopWritesTrigger(36)
            .setSoftPendingCompactionBytesLimit(64L << 30)
            .setHardPendingCompactionBytesLimit(256L << 30)
            .build());
  }
}
