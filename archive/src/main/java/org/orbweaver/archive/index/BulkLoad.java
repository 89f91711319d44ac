package org.orbweaver.archive.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.RocksDBException;

/**
 * Rows by the million into an index that is made anew: without the log, with large buffers, and
 * sorted into their final order once, at the end, instead of level by level on the way. Any number
 * of threads may add. Whoever is killed before {@link #finish} finds no mark, and begins again: the
 * captures themselves are in WARC files.
 *
 * <p>The buffers are large for as long as this lasts only: after a full disk RocksDB goes on when a
 * buffer's room is free again, which for a crawl must be little.
 */
public final class BulkLoad implements AutoCloseable {
  private static final long BUFFER_BYTES = 128L << 20;

  /** Never: nothing waits for compactions that do not happen. */
  private static final int NEVER = 1 << 30;

  private final IndexTables tables;
  private final List<ColumnFamilyHandle> large;

  BulkLoad(IndexTables tables) throws IOException {
    this.tables = tables;
    large = List.of(tables.captures(), tables.payloads());
    set(
        MutableColumnFamilyOptions.builder()
            .setDisableAutoCompactions(true)
            .setWriteBufferSize(BUFFER_BYTES)
            .setMaxWriteBufferNumber(3)
            .setLevel0FileNumCompactionTrigger(NEVER)
            .setLevel0SlowdownWritesTrigger(NEVER)
            .setLevel0StopWritesTrigger(NEVER)
            .setSoftPendingCompactionBytesLimit(0)
            .setHardPendingCompactionBytesLimit(0)
            .build());
  }

  private void set(MutableColumnFamilyOptions options) throws IOException {
    try {
      for (ColumnFamilyHandle family : large) {
        tables.db().setOptions(family, options);
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be made ready for many rows", e);
    }
  }

  /** They can be found at once. */
  public void add(List<IndexRow> rows) throws IOException {
    try (RowBatch batch = new RowBatch(tables)) {
      for (IndexRow row : rows) {
        batch.add(row);
      }
      batch.writeUnlogged();
    }
  }

  /**
   * Brings all rows into their order, and notes up to where the WARC files have been read.
   *
   * @param mark of the WARC files
   */
  public void finish(String mark) throws IOException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      tables.db().flush(options, large);
      tables.compact();
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
    set(
        MutableColumnFamilyOptions.builder()
            .setDisableAutoCompactions(false)
            .setWriteBufferSize(IndexTables.LAYOUT.writeBufferBytes())
            .setMaxWriteBufferNumber(2)
            .setLevel0FileNumCompactionTrigger(4)
            .setLevel0SlowdownWritesTrigger(20)
            .setLevel0StopWritesTrigger(36)
            .setSoftPendingCompactionBytesLimit(64L << 30)
            .setHardPendingCompactionBytesLimit(256L << 30)
            .build());
  }
}
