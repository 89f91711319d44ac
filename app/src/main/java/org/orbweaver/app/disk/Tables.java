package org.orbweaver.app.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.rocks.ColumnFamilies;
import org.orbweaver.archive.rocks.Layout;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.WriteOptions;

/**
 * Tables in a RocksDB whose rows are sorted by entry.
 *
 * <pre>
 *   | key 20 | name 8, its sign bit reversed: bytes sort as numbers |
 * </pre>
 *
 * The write-ahead log is buffered in memory and written out by syncs alone: an unsynced write may
 * be lost with the process, which the contract of a disk allows, and costs no system call.
 */
final class Tables implements AutoCloseable {
  /** To be raised with every change of what the rows say. */
  static final byte FORMAT = 4;

  private static final byte[] FORMAT_KEY = "format".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY_BYTES = Key.BYTES + Long.BYTES;

  /** What a peer's disks have; not each has all. */
  enum Table {
    DEFAULT,
    ENTRIES,
    NAMES,
    /** Long values in files of their own, which compactions do not copy. */
    PIECES;

    String family() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Is shown a row. */
  interface Row {
    void row(EntryId id, byte[] value);
  }

  private final ColumnFamilies families;
  private final RocksDB db;
  private final WriteOptions buffered;
  private final GroupCommit commits;
  private final ReadingThread reader;
  private final ReadOptions uncached;
  private final AtomicLong syncs = new AtomicLong();
  private final FreeSpace space;
  private volatile @Nullable String failure;

  private Tables(ColumnFamilies families, Path directory, Executor owner, FreeSpace space) {
    this.families = families;
    db = families.db();
    buffered = families.keep(new WriteOptions());
    this.space = space;
    commits = new GroupCommit(this::flushLog, owner, directory.toString());
    reader = new ReadingThread(owner, this::cannotRead);
    uncached = families.keep(new ReadOptions().setFillCache(false).setVerifyChecksums(true));
  }

  private static Layout layout(List<Table> tables) {
    return new Layout(
        tables.stream().map(Table::family).toList(),
        16L << 20,
        8L << 20,
        32L << 20,
        tables.contains(Table.PIECES) ? Set.of(Table.PIECES.family()) : Set.of(),
        Set.of(),
        Set.of(Layout.Trait.LOG_BY_HAND));
  }

  /**
   * @param owner runs what waits for a sync, on the peer's own thread
   */
  static Tables open(Path directory, Executor owner, List<Table> tables) throws IOException {
    ColumnFamilies families = ColumnFamilies.open(directory, layout(tables), "the peer's disk");
    FreeSpace space = new FreeSpace(directory, FreeSpace.FLOOR);
    Tables opened = new Tables(families, directory, owner, space);
    opened.checkFormat(directory, tables);
    return opened;
  }

  /**
   * A number in each database says how its rows are to be read. There is none in those of before
   * there were authors and full hashes: what they hold nobody would take.
   */
  private void checkFormat(Path directory, List<Table> tables) throws IOException {
    byte[] known = get(Table.DEFAULT, FORMAT_KEY);
    if (known == null && isEmpty(tables)) {
      put(Table.DEFAULT, FORMAT_KEY, new byte[] {FORMAT});
      syncNow();
    } else if (known == null || known.length != 1 || known[0] != FORMAT) {
      close();
      throw new IOException(
          "the peer's disk in %s is of format %s and this program's is %d; move it away, and the swarm will fill another"
              .formatted(directory, known == null ? "1" : String.valueOf(known[0]), FORMAT));
    }
  }

  private boolean isEmpty(List<Table> tables) {
    for (Table table : tables) {
      try (RocksIterator rows = db.newIterator(family(table))) {
        rows.seekToFirst();
        if (rows.isValid()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Why nothing new can be written; null while all is well. */
  @Nullable String trouble() {
    String broken = failure == null ? commits.failure() : failure;
    return broken == null ? space.shortage() : broken;
  }

  private ColumnFamilyHandle family(Table table) {
    return families.family(table.family());
  }

  byte @Nullable [] get(Table table, byte[] key) {
    try {
      return db.get(family(table), key);
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  /**
   * Read for its own sake, past the cache as far as may be, with its checksum looked at.
   *
   * @throws DamagedRow if the database says so
   */
  byte @Nullable [] readBack(Table table, byte[] key) throws DamagedRow {
    try {
      return db.get(family(table), uncached, key);
    } catch (RocksDBException e) {
      if (isCorruption(e)) {
        throw new DamagedRow();
      }
      throw new IllegalStateException("the peer's disk cannot be read: " + e.getMessage(), e);
    }
  }

  /** What the database has there is not what was written. */
  static final class DamagedRow extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static boolean isCorruption(RocksDBException e) {
    return e.getStatus() != null && e.getStatus().getCode() == Status.Code.Corruption;
  }

  /** See {@link org.orbweaver.overlay.ledger.Disk#beside}. */
  <T> void beside(Supplier<T> reading, Consumer<T> then) {
    reader.read(reading, then);
  }

  /** A disk that cannot be read at length is no place for copies: the peer gives up its own. */
  private void cannotRead(RuntimeException cause) {
    failure = String.valueOf(cause.getMessage());
  }

  void put(Table table, byte[] key, byte[] value) {
    try {
      db.put(family(table), buffered, key, value);
    } catch (RocksDBException e) {
      throw cannotWrite(e);
    }
  }

  void delete(Table table, byte[] key) {
    try {
      db.delete(family(table), buffered, key);
    } catch (RocksDBException e) {
      throw cannotWrite(e);
    }
  }

  /** Shows the rows from that entry on, at most so many. */
  void scan(Table table, EntryId from, int most, Row row) {
    try (RocksIterator rows = db.newIterator(family(table))) {
      int shown = 0;
      for (rows.seek(key(from)); rows.isValid() && shown < most; rows.next()) {
        row.row(id(rows.key()), rows.value());
        shown++;
      }
      rows.status();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  void sync(Runnable durable) {
    commits.sync(durable);
  }

  /** Syncs the log to the disk at once. */
  void syncNow() {
    flushLog();
  }

  private void flushLog() {
    try {
      db.flushWal(true);
      syncs.incrementAndGet();
    } catch (RocksDBException e) {
      throw cannotWrite(e);
    }
  }

  /** How often the log was synced to the disk. */
  long syncs() {
    return syncs.get();
  }

  static byte[] key(EntryId id) {
    byte[] bytes = new byte[KEY_BYTES];
    id.key().write(bytes, 0);
    ByteBuffer.wrap(bytes).putLong(Key.BYTES, id.name() ^ Long.MIN_VALUE);
    return bytes;
  }

  private static EntryId id(byte[] key) {
    return new EntryId(Key.read(key, 0), ByteBuffer.wrap(key).getLong(Key.BYTES) ^ Long.MIN_VALUE);
  }

  private UncheckedIOException cannotWrite(RocksDBException e) {
    UncheckedIOException problem = failed(e);
    failure = problem.getMessage();
    return problem;
  }

  private static UncheckedIOException failed(RocksDBException e) {
    return new UncheckedIOException(
        new IOException("the peer's disk failed: " + e.getMessage(), e));
  }

  /** Syncs everything to the disk. The peer must not use it any more. */
  @Override
  public void close() {
    reader.close();
    commits.sync(() -> {});
    commits.close();
    families.close();
  }
}
