package org.orbweaver.lab.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.archive.index.BulkLoad;
import org.orbweaver.archive.index.CaptureIndex;
import org.orbweaver.archive.index.IndexRow;

/**
 * The capture index with many captures of unsorted addresses: how fast they go in, how fast "newest
 * not newer" comes out, how many bytes each takes after compaction. It is filled by the bulk load
 * that imports and rebuilt indexes use.
 */
public final class ArchiveIndexExperiment {
  private static final int BATCH = 2_000;
  private static final int QUESTIONS = 20_000;
  private static final int DISK_READS = 2_000;

  private final SyntheticCaptures captures;
  private final Path scratch;

  public ArchiveIndexExperiment(long captures, long seed, Path scratch) {
    this.captures = new SyntheticCaptures(captures, seed);
    this.scratch = scratch;
  }

  /**
   * @param insertsPerSecond of all the time that loading and compaction took, in which captures
   *     were made up as well
   * @param madeUpSeconds of one core, which the captures alone took: part of the above
   * @param processorSeconds of all cores for all of it: on a machine that others use too, what it
   *     costs
   * @param diskP99Micros of reading eight kilobytes anywhere in the same files, forgotten by the
   *     kernel: a cold question needs two such reads, so it cannot be faster
   * @param coldP99Micros of "newest not newer", the index opened anew and the kernel's copies of
   *     its files forgotten
   * @param p99Micros of the same questions once more
   * @param processorP99Micros of those in processor time: on a machine that others use too, without
   *     the waiting for one's turn
   */
  public record Report(
      long captures,
      double insertsPerSecond,
      double loadSeconds,
      double compactionSeconds,
      double madeUpSeconds,
      double processorSeconds,
      double diskMedianMicros,
      double diskP99Micros,
      double coldMedianMicros,
      double coldP99Micros,
      double medianMicros,
      double p99Micros,
      double processorP99Micros,
      double bytesPerCapture,
      long wrong) {}

  public Report run(Progress progress) throws IOException {
    long begun = System.nanoTime();
    long processor = -processorNanos();
    AtomicLong madeUp = new AtomicLong();
    long compacted;
    long loaded;
    try (CaptureIndex index = CaptureIndex.open(scratch);
        BulkLoad load = index.load()) {
      load(load, madeUp, progress);
      loaded = System.nanoTime();
      load.finish("1:" + captures.count());
      compacted = System.nanoTime();
      processor += processorNanos();
    }
    long bytes = bytes(scratch);
    ColdFiles.forget(scratch);
    double[] disk = ColdFiles.reads(scratch, DISK_READS, captures.seed());
    ColdFiles.forget(scratch);
    long[] wrong = new long[1];
    try (CaptureIndex index = CaptureIndex.open(scratch)) {
      double[] processorMicros = new double[QUESTIONS];
      double[] cold = ask(index, processorMicros, wrong);
      double[] warm = ask(index, processorMicros, wrong);
      return new Report(
          captures.count(),
          captures.count() / ((compacted - begun) / 1e9),
          (loaded - begun) / 1e9,
          (compacted - loaded) / 1e9,
          madeUp.get() / 1e9,
          processor / 1e9,
          disk[DISK_READS / 2],
          disk[DISK_READS * 99 / 100],
          cold[QUESTIONS / 2],
          cold[QUESTIONS * 99 / 100],
          warm[QUESTIONS / 2],
          warm[QUESTIONS * 99 / 100],
          processorMicros[QUESTIONS * 99 / 100],
          (double) bytes / captures.count(),
          wrong[0]);
    }
  }

  /** As many threads as there are cores, each with the next thousands of captures. */
  private void load(BulkLoad load, AtomicLong madeUp, Progress progress) throws IOException {
    AtomicLong next = new AtomicLong();
    List<Future<?>> loaders = new ArrayList<>();
    int threads = Runtime.getRuntime().availableProcessors();
    long count = captures.count();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        loaders.add(
            pool.submit(
                () -> {
                  List<IndexRow> rows = new ArrayList<>(BATCH);
                  for (long from = next.getAndAdd(BATCH);
                      from < count;
                      from = next.getAndAdd(BATCH)) {
                    long begun = System.nanoTime();
                    rows.clear();
                    for (long each = from; each < Math.min(count, from + BATCH); each++) {
                      rows.add(captures.row(each));
                    }
                    madeUp.addAndGet(System.nanoTime() - begun);
                    load.add(rows);
                    progress.at((double) from / count, "captures");
                  }
                  return null;
                }));
      }
      for (Future<?> loader : loaders) {
        loader.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("captures could not be loaded", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static long processorNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  static long bytes(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(ArchiveIndexExperiment::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double[] ask(CaptureIndex index, double[] processorMicros, long[] wrong) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    SplittableRandom random = new SplittableRandom(captures.seed() + 1);
    double[] micros = new double[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      IndexRow meant = captures.row(random.nextLong(captures.count()));
      long processor = threads.getCurrentThreadCpuTime();
      long begun = System.nanoTime();
      IndexRow found = index.newest(meant.url(), meant.at());
      micros[i] = (System.nanoTime() - begun) / 1e3;
      processorMicros[i] = (threads.getCurrentThreadCpuTime() - processor) / 1e3;
      if (found == null || !found.at().equals(meant.at())) {
        wrong[0]++;
      }
    }
    Arrays.sort(micros);
    Arrays.sort(processorMicros);
    return micros;
  }
}
