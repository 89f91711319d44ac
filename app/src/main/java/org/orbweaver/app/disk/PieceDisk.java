package org.orbweaver.app.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.disk.Tables.Table;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Piece;

/**
 * Pieces of results in RocksDB. What this peer fetched itself lies in a file of its archive
 * already, and is only referred to; what it keeps for others it keeps here.
 *
 * <pre>
 *   names    ID  →  nothing, or: offset 8, length 4, path of the file
 *   pieces   ID  →  body, of those that are here
 * </pre>
 *
 * Safe to use from several threads: fetchers bring what they have, the peer's thread does the rest.
 */
public final class PieceDisk implements Disk, AutoCloseable {
  private static final byte[] HERE = {};
  private static final int REFERENCE_HEADER = 12;

  private final Path base;
  private final Tables tables;

  private PieceDisk(Path base, Tables tables) {
    this.base = base;
    this.tables = tables;
  }

  /**
   * @param base under which all files lie that are referred to
   * @param owner runs what waits for a sync, on the peer's own thread
   */
  public static PieceDisk open(Path directory, Path base, Executor owner) throws IOException {
    return new PieceDisk(
        base, Tables.open(directory, owner, List.of(Table.DEFAULT, Table.NAMES, Table.PIECES)));
  }

  /** Keeps what a task with that key brought, cut in pieces, as it lies in a file to stay there. */
  public List<EntryId> refer(Key key, Path file, long offset, long length) throws IOException {
    byte[] path = base.relativize(file).toString().getBytes(StandardCharsets.UTF_8);
    List<EntryId> ids = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long at = offset; at < offset + length; at += Piece.LONGEST) {
        int size = (int) Math.min(Piece.LONGEST, offset + length - at);
        EntryId id = Piece.id(key, read(channel, at, size));
        byte[] reference =
            ByteBuffer.allocate(REFERENCE_HEADER + path.length)
                .putLong(at)
                .putInt(size)
                .put(path)
                .array();
        tables.put(Table.NAMES, Tables.key(id), reference);
        ids.add(id);
      }
    }
    return ids;
  }

  /** Keeps what a task with that key brought and no file has, cut in pieces. */
  public List<EntryId> keep(Key key, byte[] bytes) {
    List<Entry> pieces = Piece.cut(key, bytes);
    pieces.forEach(this::put);
    return pieces.stream().map(Entry::id).toList();
  }

  private static byte[] read(FileChannel file, long offset, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (file.read(bytes, offset + bytes.position()) < 0) {
        throw new IOException("a file of the archive is shorter than it was");
      }
    }
    return bytes.array();
  }

  @Override
  public int rank(EntryId id) {
    return tables.get(Table.NAMES, Tables.key(id)) == null ? -1 : 0;
  }

  @Override
  public @Nullable Entry get(EntryId id) {
    byte[] where = tables.get(Table.NAMES, Tables.key(id));
    if (where == null) {
      return null;
    }
    if (where.length == 0) {
      byte[] body = stored(id);
      return body == null ? null : new Entry(id, 0, body);
    }
    return referred(id, ByteBuffer.wrap(where));
  }

  /** Null if the database has something else than was written: then the piece is lost here. */
  private byte @Nullable [] stored(EntryId id) {
    try {
      return tables.readBack(Table.PIECES, Tables.key(id));
    } catch (Tables.DamagedRow e) {
      return null;
    }
  }

  /** Null if the archive has been changed by other hands: then the piece is lost here. */
  private @Nullable Entry referred(EntryId id, ByteBuffer where) {
    try {
      return readReferred(id, where);
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable Entry readReferred(EntryId id, ByteBuffer where) throws IOException {
    long offset = where.getLong();
    int length = where.getInt();
    Path file = base.resolve(StandardCharsets.UTF_8.decode(where).toString());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < offset + length) {
        return null;
      }
      Entry piece = Piece.of(id, read(channel, offset, length));
      return Piece.isGenuine(piece) ? piece : null;
    } catch (NoSuchFileException e) {
      Path folder = file.toAbsolutePath().getParent();
      if (folder == null || !Files.isDirectory(folder)) {
        throw e; // not only this file: perhaps the volume is not there just now
      }
      return null;
    }
  }

  /**
   * What is gone or changed is told from what cannot be read just now: a peer that has run out of
   * file handles must not strike off all it keeps.
   */
  @Override
  public @Nullable Entry readBack(EntryId id) {
    byte[] key = Tables.key(id);
    try {
      byte[] where = tables.readBack(Table.NAMES, key);
      if (where == null) {
        return null;
      }
      if (where.length > 0) {
        return readReferred(id, ByteBuffer.wrap(where));
      }
      byte[] body = tables.readBack(Table.PIECES, key);
      return body == null ? null : new Entry(id, 0, body);
    } catch (Tables.DamagedRow e) {
      return null;
    } catch (IOException e) {
      throw new IllegalStateException("the archive cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public <T> void beside(Supplier<T> reading, Consumer<T> then) {
    tables.beside(reading, then);
  }

  /** Names only. */
  @Override
  public List<Entry> from(EntryId id, int most) {
    List<Entry> found = new ArrayList<>();
    tables.scan(Table.NAMES, id, most, (each, where) -> found.add(new Entry(each, 0, HERE)));
    return found;
  }

  @Override
  public void put(Entry piece) {
    byte[] key = Tables.key(piece.id());
    tables.put(Table.PIECES, key, piece.body()); // first: a name without a body would be a lie
    tables.put(Table.NAMES, key, HERE);
  }

  @Override
  public void delete(EntryId id) {
    byte[] key = Tables.key(id);
    tables.delete(Table.NAMES, key);
    tables.delete(Table.PIECES, key);
  }

  @Override
  public @Nullable String trouble() {
    return tables.trouble();
  }

  @Override
  public void sync(Runnable durable) {
    tables.sync(durable);
  }

  /** Syncs everything to the disk. The peer must not use it any more. */
  @Override
  public void close() {
    tables.close();
  }
}
