package org.orbweaver.archive.index;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompressionType;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * One table's rows, run by run. Who fills a run sorts and writes it, while others fill the next;
 * where both are in use, they wait.
 */
final class RunFiles implements AutoCloseable {
  private static final int RUNS = 2;
  private static final int LARGEST_RUN = 128 << 20;
  private static final int SMALLEST_RUN = 4 << 20;

  private final IndexTables tables;
  private final ColumnFamilyHandle family;
  private final Path directory;
  private final int runBytes;
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger files = new AtomicInteger();
  private final BlockingQueue<SortedRun> idle = new ArrayBlockingQueue<>(RUNS);
  private final BloomFilter filter = new BloomFilter(10);
  private final EnvOptions environment = new EnvOptions();
  private final Options options;

  /**
   * @param filtered whether its rows are asked for by whole keys before they are in their order
   */
  RunFiles(IndexTables tables, ColumnFamilyHandle family, boolean filtered) throws IOException {
    this.tables = tables;
    this.family = family;
    // Two tables, two runs each, and as much again to sort them: a quarter of the heap at most.
    long share = Runtime.getRuntime().maxMemory() / 32;
    runBytes = Math.clamp(share, SMALLEST_RUN, LARGEST_RUN);
    directory = tables.directory().resolve("runs-" + family.getID());
    removeRuns(); // of one who was killed
    Files.createDirectories(directory);
    BlockBasedTableConfig table =
        new BlockBasedTableConfig().setBlockSize(16 << 10).setFormatVersion(5);
    if (filtered) {
      table.setFilterPolicy(filter);
    }
    options =
        new Options()
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setTableFormatConfig(table);
  }

  /**
   * @param pairs a key, its value, a key, …
   */
  void add(List<byte[]> pairs) throws IOException {
    int at = 0;
    while (at < pairs.size()) {
      SortedRun run = take();
      try {
        while (at < pairs.size() && run.add(pairs.get(at), pairs.get(at + 1))) {
          at += 2;
        }
        if (at < pairs.size()) {
          write(run);
        }
      } finally {
        idle.add(run);
      }
    }
  }

  private SortedRun take() throws IOException {
    SortedRun run = idle.poll();
    if (run != null) {
      return run;
    }
    if (made.getAndIncrement() < RUNS) {
      return new SortedRun(runBytes);
    }
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void write(SortedRun run) throws IOException {
    if (run.isEmpty()) {
      return;
    }
    Path file = directory.resolve(family.getID() + "-" + files.incrementAndGet() + ".sst");
    try (SstFileWriter writer = new SstFileWriter(environment, options);
        IngestExternalFileOptions moved = new IngestExternalFileOptions().setMoveFiles(true)) {
      writer.open(file.toString());
      run.write(writer);
      writer.finish();
      tables.db().ingestExternalFile(family, List.of(file.toString()), moved);
    } catch (RocksDBException e) {
      throw new IOException("the capture index cannot be written; is the disk full?", e);
    } finally {
      Files.deleteIfExists(file);
    }
    run.clear();
  }

  /** Nobody may be adding. */
  void flush() throws IOException {
    for (int i = 0; i < RUNS; i++) {
      SortedRun run = idle.poll();
      if (run != null) {
        try {
          write(run);
        } finally {
          idle.add(run);
        }
      }
    }
  }

  private void removeRuns() throws IOException {
    if (Files.isDirectory(directory)) {
      try (DirectoryStream<Path> left = Files.newDirectoryStream(directory)) {
        for (Path file : left) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  @Override
  public void close() throws IOException {
    options.close();
    environment.close();
    filter.close();
    removeRuns();
  }
}
