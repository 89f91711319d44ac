package org.orbweaver.archive.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/**
 * All captures of a collection by address and time, and by payload digest. Reads from any thread;
 * rows are added through one {@link RowBatch} at a time. Memory is bounded by one block cache.
 *
 * <pre>
 *   captures    {@link IndexRow}'s key       → its value
 *   payloads    SHA-1's first 8 bytes                  → {@link RowValue}'s place of the record that holds it
 *   unmodified  host, space, captures' key   → captures' key: 304s that no WARC record tells of yet
 *   meta        name                         → format, mark, …
 * </pre>
 */
public final class CaptureIndex implements AutoCloseable {
  private final IndexTables tables;
  private final RocksDB db;
  private final ColumnFamilyHandle captures;

  private CaptureIndex(IndexTables tables) {
    this.tables = tables;
    db = tables.db();
    captures = tables.captures();
  }

  public static CaptureIndex open(Path directory) throws IOException {
    return new CaptureIndex(IndexTables.open(directory));
  }

  /**
   * Reads along while another process may write; sees what was written up to the last {@link
   * #catchUp}.
   *
   * @param own an empty directory for the reader's own notes
   */
  public static CaptureIndex follow(Path directory, Path own) throws IOException {
    return new CaptureIndex(IndexTables.follow(directory, own));
  }

  /** For one who follows: what the writer has added meanwhile. */
  public void catchUp() throws IOException {
    try {
      db.tryCatchUpWithPrimary();
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be followed", e);
    }
  }

  /** Takes rows one by one; false when it has enough. */
  @FunctionalInterface
  public interface RowVisitor {
    boolean visit(IndexRow row);
  }

  /** Captures of a SURT in the order of time, from a moment on. */
  public void oldestFirst(String surt, Instant from, RowVisitor visitor) {
    byte[] prefix = IndexRow.surtPrefix(surt);
    ascending(IndexRow.moment(prefix, from, 0), prefix, visitor);
  }

  /** Captures of a SURT from a moment back to the first. */
  public void newestFirst(String surt, Instant notAfter, RowVisitor visitor) {
    byte[] prefix = IndexRow.surtPrefix(surt);
    try (RocksIterator rows = db.newIterator(captures)) {
      rows.seekForPrev(IndexRow.moment(prefix, notAfter, -1));
      while (rows.isValid() && startsWith(rows.key(), prefix)) {
        if (!visitor.visit(IndexRow.decode(rows.key(), rows.value()))) {
          return;
        }
        rows.prev();
      }
    }
  }

  /** Captures whose SURT begins with a text, by SURT and time, from a SURT on. */
  public void scan(String surtStart, String from, RowVisitor visitor) {
    ascending(
        from.getBytes(StandardCharsets.UTF_8), surtStart.getBytes(StandardCharsets.UTF_8), visitor);
  }

  private void ascending(byte[] from, byte[] prefix, RowVisitor visitor) {
    try (RocksIterator rows = db.newIterator(captures)) {
      rows.seek(from);
      while (rows.isValid() && startsWith(rows.key(), prefix)) {
        if (!visitor.visit(IndexRow.decode(rows.key(), rows.value()))) {
          return;
        }
        rows.next();
      }
    }
  }

  /** The newest capture of exactly this address that is not newer than a time, or null. */
  public @Nullable IndexRow newest(String url, Instant notAfter) {
    byte[] prefix = IndexRow.prefix(url);
    byte[] from = IndexRow.moment(prefix, notAfter, -1);
    try (RocksIterator rows = db.newIterator(captures)) {
      for (rows.seekForPrev(from); rows.isValid(); rows.prev()) {
        if (!startsWith(rows.key(), prefix)) {
          return null;
        }
        IndexRow row = IndexRow.decode(rows.key(), rows.value());
        if (row.url().equals(url)) {
          return row;
        }
      }
    }
    return null;
  }

  private static boolean startsWith(byte[] key, byte[] prefix) {
    return key.length >= prefix.length
        && java.util.Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** All captures of exactly this address, oldest first. */
  public List<IndexRow> all(String url) {
    byte[] prefix = IndexRow.prefix(url);
    List<IndexRow> found = new ArrayList<>();
    try (RocksIterator rows = db.newIterator(captures)) {
      for (rows.seek(prefix); rows.isValid() && startsWith(rows.key(), prefix); rows.next()) {
        IndexRow row = IndexRow.decode(rows.key(), rows.value());
        if (row.url().equals(url)) {
          found.add(row);
        }
      }
    }
    return found;
  }

  /** Every capture, in the order of the keys. */
  public void forEach(Consumer<IndexRow> action) {
    try (RocksIterator rows = db.newIterator(captures)) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        action.accept(IndexRow.decode(rows.key(), rows.value()));
      }
    }
  }

  /**
   * The record that holds this payload already, under whatever address; null if none does. Once in
   * a long while it is another payload, whose digest begins alike: compare with the record's.
   */
  public @Nullable RecordLocation payload(byte[] digest) {
    byte[] key = RowValue.payloadKey(digest);
    byte[] value = IndexTables.reading(() -> db.get(tables.payloads(), key));
    if (value != null) {
      return RowValue.place(value);
    }
    byte[] old = IndexTables.reading(() -> db.get(tables.payloads(), digest));
    return old == null ? null : RowValue.placeOfVersion1(old);
  }

  /** The 304s that no WARC record tells of yet, host by host. */
  public void forEachUnmodified(Consumer<IndexRow> action) {
    try (RocksIterator rows = db.newIterator(tables.unmodified())) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        byte[] key = rows.value();
        byte[] value = IndexTables.reading(() -> db.get(captures, key));
        if (value != null) {
          action.accept(IndexRow.decode(key, value));
        }
      }
    }
  }

  /** Another number whenever something was written that this reader sees. */
  public long version() {
    return db.getLatestSequenceNumber();
  }

  /** The WARC files' mark at the last batch, and at the one before; null if there was none. */
  public @Nullable String mark() {
    return tables.text(IndexTables.MARK);
  }

  /**
   * Takes the latest batch back if it is newer than this mark: the crawl died before it could note
   * it.
   *
   * @return false if the index does not know the mark: it must be rebuilt
   */
  public boolean returnTo(String mark) throws IOException {
    if (mark.equals(mark())) {
      return true;
    }
    if (!mark.equals(tables.text(IndexTables.MARK_BEFORE))) {
      return false;
    }
    try (WriteBatch undo = new WriteBatch()) {
      byte[] keys = db.get(tables.meta(), IndexTables.LATEST);
      ByteBuffer in = ByteBuffer.wrap(keys == null ? new byte[0] : keys);
      while (in.hasRemaining()) {
        byte[] key = new byte[in.getInt()];
        in.get(key);
        byte[] value = db.get(captures, key);
        if (value != null) {
          IndexRow row = IndexRow.decode(key, value);
          undo.delete(captures, key);
          undo.delete(tables.unmodified(), RowBatch.waitingKey(row));
          if (row.kind() == IndexRow.Kind.RESPONSE) {
            undo.delete(tables.payloads(), RowValue.payloadKey(row.digest()));
          }
        }
      }
      undo.put(tables.meta(), IndexTables.MARK, mark.getBytes(StandardCharsets.US_ASCII));
      db.write(tables.buffered(), undo);
      return true;
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written", e);
    }
  }

  /** Forgets everything, to be filled anew. */
  public void clear() throws IOException {
    tables.clear();
  }

  public RowBatch batch() {
    return new RowBatch(tables);
  }

  /** For rows by the million. */
  public BulkLoad load() throws IOException {
    return new BulkLoad(tables, this);
  }

  @Override
  public void close() {
    tables.close();
  }
}
