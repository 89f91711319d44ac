package org.orbweaver.app.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.disk.Tables.Table;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * Entries in RocksDB.
 *
 * <pre>
 *   entries   ID        →  rank 4, body
 *   default   "serial"  →  8 bytes
 * </pre>
 *
 * Used by the peer's thread; syncs and long readings run beside it.
 */
public final class RocksDisk implements Disk, AutoCloseable {
  private static final byte[] SERIAL = "serial".getBytes(StandardCharsets.US_ASCII);

  private final Tables tables;
  private final long serial;

  private RocksDisk(Tables tables, RandomGenerator random) {
    this.tables = tables;
    this.serial = serial(random);
  }

  /**
   * @param owner runs what waits for a sync, on the peer's own thread
   * @param random draws the disk's number if it is empty
   */
  public static RocksDisk open(Path directory, Executor owner, RandomGenerator random)
      throws IOException {
    return new RocksDisk(
        Tables.open(directory, owner, List.of(Table.DEFAULT, Table.ENTRIES)), random);
  }

  private long serial(RandomGenerator random) {
    byte[] known = tables.get(Table.DEFAULT, SERIAL);
    if (known != null) {
      return ByteBuffer.wrap(known).getLong();
    }
    long drawn = random.nextLong();
    tables.put(Table.DEFAULT, SERIAL, ByteBuffer.allocate(Long.BYTES).putLong(drawn).array());
    tables.syncNow();
    return drawn;
  }

  /** The number by which others know this disk; an erased one comes back with another. */
  public long serial() {
    return serial;
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    byte[] value = tables.get(Table.ENTRIES, Tables.key(id));
    return value == null ? null : entry(id, value);
  }

  @Override
  public @Nullable Entry readBack(EntryId id) {
    try {
      byte[] value = tables.readBack(Table.ENTRIES, Tables.key(id));
      return value == null || value.length < Integer.BYTES ? null : entry(id, value);
    } catch (Tables.DamagedRow e) {
      return null;
    }
  }

  @Override
  public <T> void beside(Supplier<T> reading, Consumer<T> then) {
    tables.beside(reading, then);
  }

  @Override
  public List<Entry> from(EntryId id, int most) {
    List<Entry> found = new ArrayList<>(most);
    tables.scan(Table.ENTRIES, id, most, (each, value) -> found.add(entry(each, value)));
    return found;
  }

  @Override
  public void put(Entry entry) {
    byte[] value =
        ByteBuffer.allocate(Integer.BYTES + entry.body().length)
            .putInt(entry.rank())
            .put(entry.body())
            .array();
    tables.put(Table.ENTRIES, Tables.key(entry.id()), value);
  }

  @Override
  public void delete(EntryId id) {
    tables.delete(Table.ENTRIES, Tables.key(id));
  }

  @Override
  public @Nullable String trouble() {
    return tables.trouble();
  }

  @Override
  public void sync(Runnable durable) {
    tables.sync(durable);
  }

  /** How often the log was synced to the disk. */
  public long syncs() {
    return tables.syncs();
  }

  private static Entry entry(EntryId id, byte[] value) {
    ByteBuffer in = ByteBuffer.wrap(value);
    int rank = in.getInt();
    byte[] body = new byte[in.remaining()];
    in.get(body);
    return new Entry(id, rank, body);
  }

  /** Syncs everything to the disk. The peer must not use it any more. */
  @Override
  public void close() {
    tables.close();
  }
}
