package org.orbweaver.web.frontier;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.rocks.ColumnFamilies;
import org.orbweaver.archive.rocks.Layout;
import org.orbweaver.fetch.url.Fingerprint;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The frontier on disk: four tables in one RocksDB, changed together in atomic batches.
 *
 * <pre>
 *   seen   fingerprint (16)           → nothing, or when to visit again
 *   queue  host (8) number (8)        → {@link QueuedPage}
 *   hosts  host (8)                   → {@link HostRecord}
 *   open   host, sign bit turned (8)  → its authority: this host may have work left
 *   meta   name                       → format, round, last queue number, the archive's mark, …
 * </pre>
 *
 * Memory is bounded: one block cache holds data, indexes and filters.
 */
final class FrontierStore implements AutoCloseable {
  private static final byte[] NOTHING = {};

  /** Of the tables above; a frontier that names none was written before there were numbers. */
  private static final long FORMAT = 1;

  private static final String FORMAT_NAME = "format";

  private static final Layout LAYOUT =
      new Layout(
          List.of("default", "seen", "queue", "hosts", "open"),
          128L << 20,
          16L << 20,
          64L << 20,
          Set.of(),
          Set.of(),
          Set.of(Layout.Trait.MOSTLY_ABSENT));

  private final ColumnFamilies families;
  private final RocksDB db;
  private final ColumnFamilyHandle seen;
  private final ColumnFamilyHandle queue;
  private final ColumnFamilyHandle hosts;
  private final ColumnFamilyHandle open;
  private final ColumnFamilyHandle meta;
  private final WriteOptions synced;
  private final WriteOptions buffered;

  private FrontierStore(ColumnFamilies families) {
    this.families = families;
    db = families.db();
    meta = families.family("default");
    seen = families.family("seen");
    queue = families.family("queue");
    hosts = families.family("hosts");
    open = families.family("open");
    synced = families.keep(new WriteOptions().setSync(true));
    buffered = families.keep(new WriteOptions());
  }

  static FrontierStore open(Path directory) throws IOException {
    FrontierStore store =
        new FrontierStore(ColumnFamilies.open(directory, LAYOUT, "the crawl's frontier"));
    try {
      store.checkFormat(directory);
      return store;
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void checkFormat(Path directory) throws IOException {
    try (Changes changes = changes()) {
      long format = number(FORMAT_NAME);
      if (format != 0 && format != FORMAT) {
        throw new IOException(
            "the frontier in "
                + directory
                + " has format "
                + format
                + ", and this program reads format "
                + FORMAT
                + ": use the version that wrote it, or begin another collection");
      }
      changes.number(FORMAT_NAME, FORMAT);
      changes.write(false);
    } catch (RocksDBException e) {
      throw new IOException("the frontier in " + directory + " cannot be written", e);
    }
  }

  static byte[] key(long host) {
    return ByteBuffer.allocate(8).putLong(host).array();
  }

  static byte[] key(long host, long number) {
    return ByteBuffer.allocate(16).putLong(host).putLong(number).array();
  }

  private static byte[] key(Fingerprint fingerprint) {
    return key(fingerprint.host(), fingerprint.page());
  }

  /** For each fingerprint what the seen-set holds; null if it was never seen. */
  List<byte @Nullable []> seen(List<Fingerprint> sorted) throws RocksDBException {
    if (sorted.isEmpty()) {
      return List.of(); // RocksDB insists on being asked something
    }
    List<byte[]> keys = new ArrayList<>(sorted.size());
    List<ColumnFamilyHandle> families = new ArrayList<>(sorted.size());
    for (Fingerprint fingerprint : sorted) {
      keys.add(key(fingerprint));
      families.add(seen);
    }
    return new ArrayList<byte @Nullable []>(db.multiGetAsList(families, keys));
  }

  @Nullable HostRecord host(long host) throws RocksDBException {
    byte[] value = db.get(hosts, key(host));
    return value == null ? null : HostRecord.decode(value);
  }

  /** The next entries of a host's queue behind a number. */
  List<QueuedPage> queued(long host, String authority, long behind, int most)
      throws RocksDBException {
    List<QueuedPage> pages = new ArrayList<>();
    try (Slice end = new Slice(key(host, Long.MAX_VALUE));
        ReadOptions options = new ReadOptions().setIterateUpperBound(end);
        RocksIterator entries = db.newIterator(queue, options)) {
      for (entries.seek(key(host, behind + 1));
          entries.isValid() && pages.size() < most;
          entries.next()) {
        long number = ByteBuffer.wrap(entries.key()).getLong(8);
        pages.add(QueuedPage.decode(authority, number, entries.value()));
      }
      entries.status();
    }
    return pages;
  }

  /** A host with work left. */
  record OpenHost(long key, String authority) {}

  /** Hosts with work left, from a place in the table on. */
  List<OpenHost> openHosts(long from, int most) throws RocksDBException {
    List<OpenHost> found = new ArrayList<>();
    try (RocksIterator entries = db.newIterator(open)) {
      for (entries.seek(key(from ^ Long.MIN_VALUE));
          entries.isValid() && found.size() < most;
          entries.next()) {
        found.add(
            new OpenHost(
                ByteBuffer.wrap(entries.key()).getLong() ^ Long.MIN_VALUE,
                new String(entries.value(), StandardCharsets.US_ASCII)));
      }
      entries.status();
    }
    return found;
  }

  void forEachHost(BiConsumer<Long, HostRecord> action) throws RocksDBException {
    try (RocksIterator entries = db.newIterator(hosts)) {
      for (entries.seekToFirst(); entries.isValid(); entries.next()) {
        action.accept(ByteBuffer.wrap(entries.key()).getLong(), HostRecord.decode(entries.value()));
      }
      entries.status();
    }
  }

  /** All of it at this moment, in a directory that is not there yet; files are shared. */
  void checkpoint(Path directory) throws RocksDBException {
    try (Checkpoint checkpoint = Checkpoint.create(db)) {
      checkpoint.createCheckpoint(directory.toString());
    }
  }

  long number(String name) throws RocksDBException {
    byte[] value = db.get(meta, name.getBytes(StandardCharsets.US_ASCII));
    return value == null ? 0 : ByteBuffer.wrap(value).getLong();
  }

  @Nullable String text(String name) throws RocksDBException {
    byte[] value = db.get(meta, name.getBytes(StandardCharsets.US_ASCII));
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  Changes changes() {
    return new Changes();
  }

  @Override
  public void close() {
    families.close();
  }

  /** Changes that happen together or not at all. */
  final class Changes implements AutoCloseable {
    private final WriteBatch batch = new WriteBatch();

    void sawFirst(Fingerprint fingerprint) throws RocksDBException {
      batch.put(seen, key(fingerprint), NOTHING);
    }

    void visitAgain(Fingerprint fingerprint, Revisit revisit) throws RocksDBException {
      batch.put(seen, key(fingerprint), revisit.encode());
    }

    void queue(long host, QueuedPage page) throws RocksDBException {
      batch.put(queue, key(host, page.number()), page.encode());
    }

    void host(long host, HostRecord state) throws RocksDBException {
      batch.put(hosts, key(host), state.encode());
    }

    void open(long host, String authority) throws RocksDBException {
      batch.put(open, key(host ^ Long.MIN_VALUE), authority.getBytes(StandardCharsets.US_ASCII));
    }

    void finished(long host) throws RocksDBException {
      batch.delete(open, key(host ^ Long.MIN_VALUE));
    }

    void number(String name, long value) throws RocksDBException {
      batch.put(meta, name.getBytes(StandardCharsets.US_ASCII), key(value));
    }

    void text(String name, String value) throws RocksDBException {
      batch.put(
          meta, name.getBytes(StandardCharsets.US_ASCII), value.getBytes(StandardCharsets.UTF_8));
    }

    /** Survives a killed process; if synced, also a power failure. */
    void write(boolean sync) throws RocksDBException {
      db.write(sync ? synced : buffered, batch);
    }

    @Override
    public void close() {
      batch.close();
    }
  }
}
