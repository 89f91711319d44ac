package org.orbweaver.archive.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.rocks.ColumnFamilies;
import org.orbweaver.archive.rocks.Layout;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** The capture index's tables, as {@link CaptureIndex} describes them. */
final class IndexTables implements AutoCloseable {
  static final byte[] MARK = "mark".getBytes(StandardCharsets.US_ASCII);
  static final byte[] MARK_BEFORE = "mark-before".getBytes(StandardCharsets.US_ASCII);
  static final byte[] LATEST = "latest".getBytes(StandardCharsets.US_ASCII);

  /**
   * Of the tables; an index that names none was written before there were numbers. Rows of format 1
   * are read beside those of 2, so that such an index goes on.
   */
  private static final int FORMAT = 2;

  private static final Set<String> READABLE = Set.of("1", "2");

  private static final byte[] FORMAT_NAME = "format".getBytes(StandardCharsets.US_ASCII);
  private static final String WHAT = "the capture index";

  static final Layout LAYOUT =
      new Layout(
          List.of("default", "captures", "payloads", "unmodified"),
          64L << 20,
          16L << 20,
          256L << 20,
          Set.of(),
          Set.of("captures"),
          Set.of(Layout.Trait.LARGE, Layout.Trait.MOSTLY_ABSENT));

  private final Path directory;
  private final ColumnFamilies families;
  private final WriteOptions buffered;
  private final WriteOptions synced;
  private final WriteOptions unlogged;

  private IndexTables(Path directory, ColumnFamilies families) {
    this.directory = directory;
    this.families = families;
    buffered = families.keep(new WriteOptions());
    synced = families.keep(new WriteOptions().setSync(true));
    unlogged = families.keep(new WriteOptions().setDisableWAL(true));
  }

  static IndexTables open(Path directory) throws IOException {
    IndexTables tables = new IndexTables(directory, ColumnFamilies.open(directory, LAYOUT, WHAT));
    try {
      tables.checkFormat(directory);
      return tables;
    } catch (IOException | RuntimeException e) {
      tables.close();
      throw e;
    }
  }

  static IndexTables follow(Path directory, Path own) throws IOException {
    return new IndexTables(directory, ColumnFamilies.follow(directory, own, LAYOUT, WHAT));
  }

  private void checkFormat(Path directory) throws IOException {
    String format = text(FORMAT_NAME);
    if (format != null && !READABLE.contains(format)) {
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
      noteFormat();
    } catch (RocksDBException e) {
      throw new IOException("the capture index in " + directory + " cannot be written", e);
    }
  }

  private void noteFormat() throws RocksDBException {
    db().put(meta(), FORMAT_NAME, Integer.toString(FORMAT).getBytes(StandardCharsets.US_ASCII));
  }

  Path directory() {
    return directory;
  }

  RocksDB db() {
    return families.db();
  }

  ColumnFamilyHandle meta() {
    return families.family("default");
  }

  ColumnFamilyHandle captures() {
    return families.family("captures");
  }

  ColumnFamilyHandle payloads() {
    return families.family("payloads");
  }

  ColumnFamilyHandle unmodified() {
    return families.family("unmodified");
  }

  private List<ColumnFamilyHandle> all() {
    return List.of(captures(), payloads(), unmodified(), meta());
  }

  WriteOptions buffered() {
    return buffered;
  }

  WriteOptions synced() {
    return synced;
  }

  WriteOptions unlogged() {
    return unlogged;
  }

  @Nullable String text(byte[] name) {
    byte[] value = reading(() -> db().get(meta(), name));
    return value == null ? null : new String(value, StandardCharsets.US_ASCII);
  }

  interface Reading {
    byte @Nullable [] read() throws RocksDBException;
  }

  static byte @Nullable [] reading(Reading reading) {
    try {
      return reading.read();
    } catch (RocksDBException e) {
      throw new UncheckedIOException(new IOException("the capture index cannot be read", e));
    }
  }

  void clear() throws IOException {
    try {
      for (ColumnFamilyHandle family : all()) {
        db().deleteRange(family, new byte[0], new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
      }
      noteFormat();
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be cleared", e);
    }
  }

  /** Each family by itself, on as many cores as there are. */
  void compact() throws IOException {
    try (CompactRangeOptions options =
        new CompactRangeOptions()
            .setMaxSubcompactions(Runtime.getRuntime().availableProcessors())) {
      for (ColumnFamilyHandle family : all()) {
        db().compactRange(family, null, null, options);
      }
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be compacted", e);
    }
  }

  @Override
  public void close() {
    families.close();
  }
}
