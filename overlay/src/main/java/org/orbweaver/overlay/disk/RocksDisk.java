package org.orbweaver.overlay.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Entries in RocksDB.
 *
 * <pre>
 *   entries   key (20), name (8, its sign bit reversed: bytes sort as numbers)  →  rank (4), body
 *   default   "serial"                                                          →  8 bytes
 * </pre>
 *
 * The write-ahead log is buffered in memory and written out by syncs alone: an unsynced write may
 * be lost with the process, which the contract allows, and costs no system call. Used by the peer's
 * thread; only syncs run beside it.
 */
public final class RocksDisk implements Disk, AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  private static final long CACHE_BYTES = 16L << 20;
  private static final byte[] SERIAL = "serial".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY_BYTES = Key.BYTES + Long.BYTES;

  private final List<AutoCloseable> resources = new ArrayList<>();
  private final RocksDB db;
  private final ColumnFamilyHandle entries;
  private final WriteOptions buffered = keep(new WriteOptions());
  private final GroupCommit commits;
  private final long serial;
  private final AtomicLong syncs = new AtomicLong();

  private RocksDisk(Path directory, Executor owner, RandomGenerator random)
      throws RocksDBException {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setBlockCache(keep(new LRUCache(CACHE_BYTES)))
            .setFilterPolicy(keep(new BloomFilter(10))) // most links asked for are new
            .setCacheIndexAndFilterBlocks(true);
    ColumnFamilyOptions family =
        keep(
            new ColumnFamilyOptions()
                .setTableFormatConfig(table)
                .setWriteBufferSize(8L << 20)
                .setCompressionType(CompressionType.LZ4_COMPRESSION));
    DBOptions options =
        keep(
            new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setManualWalFlush(true)
                .setMaxTotalWalSize(32L << 20)
                .setKeepLogFileNum(2));
    List<ColumnFamilyDescriptor> families = new ArrayList<>();
    for (String name : List.of("default", "entries")) {
      families.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), family));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    db = keep(RocksDB.open(options, directory.toString(), families, handles));
    handles.forEach(this::keep);
    entries = handles.get(1);
    serial = serial(random);
    commits = new GroupCommit(this::flushLog, owner, directory.toString());
  }

  private <T extends AutoCloseable> T keep(T resource) {
    resources.addFirst(resource);
    return resource;
  }

  /**
   * @param owner runs what waits for a sync, on the peer's own thread
   * @param random draws the disk's number if it is empty
   */
  public static RocksDisk open(Path directory, Executor owner, RandomGenerator random)
      throws IOException {
    Files.createDirectories(directory);
    try {
      return new RocksDisk(directory, owner, random);
    } catch (RocksDBException e) {
      throw new IOException(
          "the peer's disk in %s cannot be opened (%s); does another peer run on it?"
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  private long serial(RandomGenerator random) throws RocksDBException {
    byte[] known = db.get(SERIAL);
    if (known != null) {
      return ByteBuffer.wrap(known).getLong();
    }
    long drawn = random.nextLong();
    db.put(buffered, SERIAL, ByteBuffer.allocate(Long.BYTES).putLong(drawn).array());
    db.flushWal(true);
    return drawn;
  }

  /** The number by which others know this disk; an erased one comes back with another. */
  public long serial() {
    return serial;
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    try {
      byte[] value = db.get(entries, key(id));
      return value == null ? null : entry(id, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    List<Entry> found = new ArrayList<>(most);
    try (RocksIterator rows = db.newIterator(entries)) {
      for (rows.seek(key(id)); rows.isValid() && found.size() < most; rows.next()) {
        found.add(entry(id(rows.key()), rows.value()));
      }
      rows.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
    return found;
  }

  @Override
  public void put(Entry entry) {
    byte[] value =
        ByteBuffer.allocate(Integer.BYTES + entry.body().length)
            .putInt(entry.rank())
            .put(entry.body())
            .array();
    try {
      db.put(entries, buffered, key(entry.id()), value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void delete(EntryId id) {
    try {
      db.delete(entries, buffered, key(id));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  @Override
  public void sync(Runnable durable) {
    commits.sync(durable);
  }

  private void flushLog() {
    try {
      db.flushWal(true);
      syncs.incrementAndGet();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /** How often the log was brought to the platter. */
  public long syncs() {
    return syncs.get();
  }

  private static byte[] key(EntryId id) {
    byte[] bytes = new byte[KEY_BYTES];
    id.key().write(bytes, 0);
    ByteBuffer.wrap(bytes).putLong(Key.BYTES, id.name() ^ Long.MIN_VALUE);
    return bytes;
  }

  private static EntryId id(byte[] key) {
    return new EntryId(Key.read(key, 0), ByteBuffer.wrap(key).getLong(Key.BYTES) ^ Long.MIN_VALUE);
  }

  private static Entry entry(EntryId id, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    int rank = in.getInt();
    byte[] body = new byte[in.remaining()];
    in.get(body);
    return new Entry(id, rank, body);
  }

  private static UncheckedIOException failed(RocksDBException e) {
    return new UncheckedIOException(
        new IOException("the peer's disk failed: " + e.getMessage(), e));
  }

  /** Brings everything to the platter. The peer must not use it any more. */
  @Override
  public void close() {
    commits.sync(() -> {});
    commits.close();
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("RocksDB's resources close without exceptions", e);
      }
    }
  }
}
