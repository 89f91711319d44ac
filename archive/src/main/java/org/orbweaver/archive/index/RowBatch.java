package org.orbweaver.archive.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.archive.warc.RecordLocation;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Rows that become visible together. */
public final class RowBatch implements AutoCloseable {
  private final IndexTables tables;
  private final WriteBatch batch = new WriteBatch();
  private final List<byte[]> keys = new ArrayList<>();
  private final List<IndexRow> rows = new ArrayList<>();
  private final List<IndexRow> settled = new ArrayList<>();

  RowBatch(IndexTables tables) {
    this.tables = tables;
  }

  public void add(IndexRow row) throws IOException {
    try {
      String surt = row.surt();
      byte[] key = row.key(surt);
      batch.put(tables.captures(), key, row.value(surt));
      keys.add(key);
      rows.add(row);
      if (row.kind() == IndexRow.Kind.RESPONSE) {
        batch.put(
            tables.payloads(), RowValue.payloadKey(row.digest()), RowValue.place(row.place()));
      }
      if (row.place().file() == 0) {
        batch.put(tables.unmodified(), waitingKey(row), key);
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written", e);
    }
  }

  static byte[] waitingKey(IndexRow row) {
    String surt = Surt.of(row.url());
    byte[] host = (surt.substring(0, surt.indexOf(')') + 1) + " ").getBytes(StandardCharsets.UTF_8);
    byte[] key = row.key();
    return ByteBuffer.allocate(host.length + key.length).put(host).put(key).array();
  }

  /** A 304 that waited has its WARC record now. */
  public void settle(IndexRow waiting, RecordLocation record) throws IOException {
    try {
      batch.delete(tables.captures(), waiting.key());
      batch.delete(tables.unmodified(), waitingKey(waiting));
      settled.add(waiting);
      add(waiting.at(record));
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written", e);
    }
  }

  /**
   * Begins with the removal of what another batch, which could not be written, may have left: the
   * log of a failing disk may hold it, and bring it back when the index is opened next.
   */
  public void undo(RowBatch failed) throws IOException {
    try {
      for (IndexRow row : failed.rows) {
        batch.delete(tables.captures(), row.key());
        batch.delete(tables.unmodified(), waitingKey(row));
        if (row.kind() == IndexRow.Kind.RESPONSE) {
          batch.delete(tables.payloads(), RowValue.payloadKey(row.digest()));
        }
      }
      for (IndexRow row : failed.settled) {
        batch.put(tables.captures(), row.key(), row.value(row.surt()));
        batch.put(tables.unmodified(), waitingKey(row), row.key());
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written", e);
    }
  }

  /**
   * Writes the rows and the WARC files' mark that goes with them.
   *
   * @param sync survive a power failure too
   */
  public void write(String mark, boolean sync) throws IOException {
    int size = keys.stream().mapToInt(key -> 4 + key.length).sum();
    ByteBuffer latest = ByteBuffer.allocate(size);
    keys.forEach(key -> latest.putInt(key.length).put(key));
    String before = tables.text(IndexTables.MARK);
    try {
      if (before != null) {
        batch.put(
            tables.meta(), IndexTables.MARK_BEFORE, before.getBytes(StandardCharsets.US_ASCII));
      }
      batch.put(tables.meta(), IndexTables.MARK, mark.getBytes(StandardCharsets.US_ASCII));
      batch.put(tables.meta(), IndexTables.LATEST, latest.array());
      tables.db().write(sync ? tables.synced() : tables.buffered(), batch);
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written; is the disk full?", e);
    }
  }

  /** Rows alone, without the log: a bulk load notes its mark when all is there. */
  void writeUnlogged() throws IOException {
    try {
      tables.db().write(tables.unlogged(), batch);
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written; is the disk full?", e);
    }
  }

  @Override
  public void close() {
    batch.close();
  }
}
