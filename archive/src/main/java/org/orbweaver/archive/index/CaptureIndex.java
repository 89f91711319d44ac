package org.orbweaver.archive.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.warc.RecordLocation;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * All captures of a collection by address and time, and by payload digest. Reads from any thread;
 * rows are added through one {@link Batch} at a time. Memory is bounded by one block cache.
 *
 * <pre>
 *   captures    {@link IndexRow}'s key       → its value
 *   payloads    SHA-1 (20)                   → time (8) file (4) offset (8) length (8) address
 *   unmodified  host, space, captures' key   → captures' key: 304s that no WARC record tells of yet
 *   meta        name                         → format, mark, …
 * </pre>
 */
public final class CaptureIndex implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private static final long CACHE_BYTES = 64L << 20;

  /** Of the tables above; an index that names none was written before there were numbers. */
  private static final int FORMAT = 1;

  private static final byte[] FORMAT_NAME = "format".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MARK = "mark".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MARK_BEFORE = "mark-before".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] LATEST = "latest".getBytes(StandardCharsets.US_ASCII);

  private final List<AutoCloseable> resources = new ArrayList<>();
  private final RocksDB db;
  private final ColumnFamilyHandle captures;
  private final ColumnFamilyHandle payloads;
  private final ColumnFamilyHandle unmodified;
  private final ColumnFamilyHandle meta;
  private final WriteOptions buffered = keep(new WriteOptions());
  private final WriteOptions synced = keep(new WriteOptions().setSync(true));

  private CaptureIndex(Path directory, @Nullable Path follower) throws RocksDBException {
    // A large index has more index and filter blocks than the cache holds: they are partitioned, so
    // that a question brings in a few kilobytes of them, not megabytes. Measured with ten million
    // captures: a millisecond becomes a few microseconds.
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(keep(new LRUCache(CACHE_BYTES)))
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4096)
            .setPinTopLevelIndexAndFilter(true)
            .setFormatVersion(5)
            .setFilterPolicy(keep(new BloomFilter(10)))
            .setCacheIndexAndFilterBlocks(true);
    ColumnFamilyOptions family =
        keep(
            new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                // So much must be free again before RocksDB goes on after a full disk.
                .setWriteBufferSize(16L << 20)
                .setLevelCompactionDynamicLevelBytes(true)
                .setTargetFileSizeBase(64L << 20)
                // Most digests asked for are new: a filter says so for the newest rows too.
                .setMemtablePrefixBloomSizeRatio(0.1)
                .setMemtableWholeKeyFiltering(true)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                // What has come to rest is read seldom and kept long.
                .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION));
    DBOptions options =
        keep(
            new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setMaxTotalWalSize(256L << 20)
                .setMaxBackgroundJobs(2)
                .setKeepLogFileNum(2));
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (String name : List.of("default", "captures", "payloads", "unmodified")) {
      families.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), family));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    String path = directory.toString();
    db =
        keep(
            follower == null
                ? RocksDB.open(options, path, families, handles)
                : RocksDB.openAsSecondary(
                    options.setMaxOpenFiles(-1), path, follower.toString(), families, handles));
    handles.forEach(this::keep);
    meta = handles.get(0);
    captures = handles.get(1);
    payloads = handles.get(2);
    unmodified = handles.get(3);
  }

  private <T extends AutoCloseable> T keep(T resource) {
    resources.addFirst(resource);
    return resource;
  }

  public static CaptureIndex open(Path directory) throws IOException {
    Files.createDirectories(directory);
    CaptureIndex index;
    try {
      index = new CaptureIndex(directory, null);
    } catch (RocksDBException e) {
      String message = String.valueOf(e.getMessage());
      throw new IOException(
          message.contains("LOCK") || message.contains("lock ")
              ? "the collection of " + directory + " is in use by another process: stop that first"
              : "the capture index in " + directory + " cannot be opened: " + message,
          e);
    }
    try {
      index.checkFormat(directory);
      return index;
    } catch (IOException | RuntimeException e) {
      index.close();
      throw e;
    }
  }

  private void checkFormat(Path directory) throws IOException {
    String format = text(FORMAT_NAME);
    if (format != null && !format.equals(Integer.toString(FORMAT))) {
      throw new IOException(
          "the capture index in "
              + directory
              + " has format "
              + format
              + ", and this program reads format "
              + FORMAT
              + ": use the version that wrote it, or remove the index to have it made anew");
    }
    try {
      db.put(meta, FORMAT_NAME, Integer.toString(FORMAT).getBytes(StandardCharsets.US_ASCII));
    } catch (RocksDBException e) {
      throw new IOException("the capture index in " + directory + " cannot be written", e);
    }
  }

  /**
   * Reads along while another process may write; sees what was written up to the last {@link
   * #catchUp}.
   *
   * @param own an empty directory for the reader's own notes
   */
  public static CaptureIndex follow(Path directory, Path own) throws IOException {
    try {
      return new CaptureIndex(directory, own);
    } catch (RocksDBException e) {
      throw new IOException(
          "the capture index in " + directory + " cannot be read (" + e.getMessage() + ")", e);
    }
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

  /** A capture whose record holds a payload. */
  public record Payload(String url, Instant at, RecordLocation place) {}

  /** Who holds this payload already, under whatever address; null if nobody. */
  public @Nullable Payload payload(byte[] digest) {
    byte[] value = reading(() -> db.get(payloads, digest));
    if (value == null) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(value);
    Instant at = Instant.ofEpochMilli(in.getLong());
    RecordLocation place = new RecordLocation(in.getInt(), in.getLong(), in.getLong());
    String url = new String(value, in.position(), in.remaining(), StandardCharsets.UTF_8);
    return new Payload(url, at, place);
  }

  /** The 304s that no WARC record tells of yet, host by host. */
  public void forEachUnmodified(Consumer<IndexRow> action) {
    try (RocksIterator rows = db.newIterator(unmodified)) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        byte[] key = rows.value();
        byte[] value = reading(() -> db.get(captures, key));
        if (value != null) {
          action.accept(IndexRow.decode(key, value));
        }
      }
    }
  }

  /** The WARC files' mark at the last batch, and at the one before; null if there was none. */
  public @Nullable String mark() {
    return text(MARK);
  }

  private @Nullable String text(byte[] name) {
    byte[] value = reading(() -> db.get(meta, name));
    return value == null ? null : new String(value, StandardCharsets.US_ASCII);
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
    if (!mark.equals(text(MARK_BEFORE))) {
      return false;
    }
    try (WriteBatch undo = new WriteBatch()) {
      byte[] keys = db.get(meta, LATEST);
      ByteBuffer in = ByteBuffer.wrap(keys == null ? new byte[0] : keys);
      while (in.hasRemaining()) {
        byte[] key = new byte[in.getInt()];
        in.get(key);
        byte[] value = db.get(captures, key);
        if (value != null) {
          IndexRow row = IndexRow.decode(key, value);
          undo.delete(captures, key);
          undo.delete(unmodified, waitingKey(row));
          if (row.kind() == IndexRow.Kind.RESPONSE) {
            undo.delete(payloads, row.digest());
          }
        }
      }
      undo.put(meta, MARK, mark.getBytes(StandardCharsets.US_ASCII));
      db.write(buffered, undo);
      return true;
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written", e);
    }
  }

  private static byte[] waitingKey(IndexRow row) {
    String surt = Surt.of(row.url());
    byte[] host = (surt.substring(0, surt.indexOf(')') + 1) + " ").getBytes(StandardCharsets.UTF_8);
    byte[] key = row.key();
    return ByteBuffer.allocate(host.length + key.length).put(host).put(key).array();
  }

  /** Forgets everything, to be filled anew. */
  public void clear() throws IOException {
    try {
      for (ColumnFamilyHandle family : List.of(captures, payloads, unmodified, meta)) {
        db.deleteRange(family, new byte[0], new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
      }
      db.put(meta, FORMAT_NAME, Integer.toString(FORMAT).getBytes(StandardCharsets.US_ASCII));
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be cleared", e);
    }
  }

  /** Brings everything into its final order on disk: for measurements. */
  public void compact() throws IOException {
    try {
      for (ColumnFamilyHandle family : List.of(captures, payloads, unmodified, meta)) {
        db.compactRange(family);
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be compacted", e);
    }
  }

  public Batch batch() {
    return new Batch();
  }

  @Override
  public void close() {
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("the capture index cannot be closed", e);
      }
    }
  }

  private interface Reading {
    byte @Nullable [] read() throws RocksDBException;
  }

  private static byte @Nullable [] reading(Reading reading) {
    try {
      return reading.read();
    } catch (RocksDBException e) {
      throw new UncheckedIOException(new IOException("the capture index cannot be read", e));
    }
  }

  /** Rows that become visible together. */
  public final class Batch implements AutoCloseable {
    private final WriteBatch batch = new WriteBatch();
    private final List<byte[]> keys = new ArrayList<>();
    private final List<IndexRow> rows = new ArrayList<>();
    private final List<IndexRow> settled = new ArrayList<>();

    public void add(IndexRow row) throws IOException {
      try {
        byte[] key = row.key();
        batch.put(captures, key, row.value());
        keys.add(key);
        rows.add(row);
        if (row.kind() == IndexRow.Kind.RESPONSE) {
          batch.put(payloads, row.digest(), payload(row));
        }
        if (row.place().file() == 0) {
          batch.put(unmodified, waitingKey(row), key);
        }
      } catch (RocksDBException e) {
        throw new IOException("the capture index cannot be written", e);
      }
    }

    private static byte[] payload(IndexRow row) {
      byte[] url = row.url().getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(28 + url.length)
          .putLong(row.at().toEpochMilli())
          .putInt(row.place().file())
          .putLong(row.place().offset())
          .putLong(row.place().length())
          .put(url)
          .array();
    }

    /** A 304 that waited has its WARC record now. */
    public void settle(IndexRow waiting, RecordLocation record) throws IOException {
      try {
        batch.delete(captures, waiting.key());
        batch.delete(unmodified, waitingKey(waiting));
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
    public void undo(Batch failed) throws IOException {
      try {
        for (IndexRow row : failed.rows) {
          batch.delete(captures, row.key());
          batch.delete(unmodified, waitingKey(row));
          if (row.kind() == IndexRow.Kind.RESPONSE) {
            batch.delete(payloads, row.digest());
          }
        }
        for (IndexRow row : failed.settled) {
          batch.put(captures, row.key(), row.value());
          batch.put(unmodified, waitingKey(row), row.key());
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
      String before = mark();
      try {
        if (before != null) {
          batch.put(meta, MARK_BEFORE, before.getBytes(StandardCharsets.US_ASCII));
        }
        batch.put(meta, MARK, mark.getBytes(StandardCharsets.US_ASCII));
        batch.put(meta, LATEST, latest.array());
        db.write(sync ? synced : buffered, batch);
      } catch (RocksDBException e) {
        throw new IOException("the capture index cannot be written; is the disk full?", e);
      }
    }

    @Override
    public void close() {
      batch.close();
    }
  }
}
