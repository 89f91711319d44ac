package org.orbweaver.archive.rocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** The column families of one RocksDB, and everything that must be closed with it. */
public final class ColumnFamilies implements AutoCloseable {
  static {
    RocksDB.loadLibrary();
  }

  /** Of RocksDB's own notes; then it begins another file, and keeps two. */
  private static final long NOTES_BYTES = 1L << 20;

  private final List<AutoCloseable> resources = new ArrayList<>();
  private final Map<String, ColumnFamilyHandle> families = new HashMap<>();
  private final RocksDB db;

  private ColumnFamilies(Path directory, @Nullable Path follower, Layout layout)
      throws RocksDBException {
    LRUCache cache = keep(new LRUCache(layout.cacheBytes()));
    BloomFilter filter = keep(new BloomFilter(10));
    DBOptions options =
        keep(
            new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setManualWalFlush(layout.traits().contains(Layout.Trait.LOG_BY_HAND))
                .setMaxTotalWalSize(layout.logBytes())
                .setMaxBackgroundJobs(2)
                // A follower would write a line each time it looks, every second and for ever.
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setMaxLogFileSize(NOTES_BYTES)
                .setKeepLogFileNum(2));
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (String name : layout.families()) {
      BlockBasedTableConfig table = table(layout, cache);
      if (!layout.unfiltered().contains(name)) {
        table.setFilterPolicy(filter);
      }
      ColumnFamilyOptions family = keep(family(layout, name).setTableFormatConfig(table));
      descriptors.add(new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.US_ASCII), family));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    String path = directory.toString();
    db =
        keep(
            follower == null
                ? RocksDB.open(options, path, descriptors, handles)
                : RocksDB.openAsSecondary(
                    options.setMaxOpenFiles(-1), path, follower.toString(), descriptors, handles));
    for (int i = 0; i < handles.size(); i++) {
      families.put(layout.families().get(i), keep(handles.get(i)));
    }
  }

  private static BlockBasedTableConfig table(Layout layout, LRUCache cache) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig().setBlockCache(cache).setCacheIndexAndFilterBlocks(true);
    return layout.traits().contains(Layout.Trait.LARGE)
        ? table
            .setIndexType(IndexType.kTwoLevelIndexSearch)
            .setPartitionFilters(true)
            .setMetadataBlockSize(4096)
            .setPinTopLevelIndexAndFilter(true)
            // Larger blocks compress better: 16 KB make some 120 bytes of 136, and cost some 20 µs
            // each.
            .setBlockSize(16 << 10)
            .setFormatVersion(5)
        : table
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
  }

  private static ColumnFamilyOptions family(Layout layout, String name) {
    boolean inFiles = layout.inFiles().contains(name);
    ColumnFamilyOptions family =
        new ColumnFamilyOptions()
            .setWriteBufferSize(layout.writeBufferBytes())
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setEnableBlobFiles(inFiles)
            .setEnableBlobGarbageCollection(inFiles);
    if (layout.traits().contains(Layout.Trait.MOSTLY_ABSENT)) {
      family.setMemtablePrefixBloomSizeRatio(0.1).setMemtableWholeKeyFiltering(true);
    }
    if (layout.traits().contains(Layout.Trait.LARGE)) {
      family
          .setLevelCompactionDynamicLevelBytes(true)
          .setTargetFileSizeBase(64L << 20)
          .setBottommostCompressionType(CompressionType.ZSTD_COMPRESSION);
    }
    return family;
  }

  /** Native memory that is given back when the database closes. */
  public <T extends AutoCloseable> T keep(T resource) {
    resources.addFirst(resource);
    return resource;
  }

  /**
   * @param what it is, for the sentence that says why it cannot be opened
   */
  public static ColumnFamilies open(Path directory, Layout layout, String what) throws IOException {
    Files.createDirectories(directory);
    try {
      return new ColumnFamilies(directory, null, layout);
    } catch (RocksDBException e) {
      String message = String.valueOf(e.getMessage());
      String in = what + " in " + directory;
      if ((message.contains("LOCK") || message.contains("lock "))
          && !message.contains("No space left")) {
        throw new InUseException(in, e);
      }
      throw new IOException(in + " cannot be opened: " + message, e);
    }
  }

  /**
   * Reads along while another process may write; sees what was written up to the last {@code
   * tryCatchUpWithPrimary}.
   *
   * @param own an empty directory for the reader's own notes
   */
  public static ColumnFamilies follow(Path directory, Path own, Layout layout, String what)
      throws IOException {
    try {
      return new ColumnFamilies(directory, own, layout);
    } catch (RocksDBException e) {
      throw new IOException(
          what + " in " + directory + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  public RocksDB db() {
    return db;
  }

  public ColumnFamilyHandle family(String name) {
    return Objects.requireNonNull(families.get(name), name);
  }

  @Override
  public void close() {
    for (AutoCloseable resource : resources) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("RocksDB's resources close without exceptions", e);
      }
    }
  }
}
