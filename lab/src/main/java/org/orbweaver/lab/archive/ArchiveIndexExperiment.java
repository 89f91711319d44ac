package org.orbweaver.lab.archive;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
import org.orbweaver.archive.warc.RecordLocation;

/**
 * The capture index with many captures of unsorted addresses: how fast they go in, how fast "newest
 * not newer" comes out, how many bytes each takes after compaction.
 */
public final class ArchiveIndexExperiment {
  private static final int BATCH = 2_000;
  private static final int QUESTIONS = 20_000;
  private static final Instant START = Instant.parse("2020-01-01T00:00:00Z");

  private final long captures;
  private final long seed;
  private final Path scratch;

  public ArchiveIndexExperiment(long captures, long seed, Path scratch) {
    this.captures = captures;
    this.seed = seed;
    this.scratch = scratch;
  }

  /**
   * @param insertsPerSecond loading and compaction together
   * @param processorSeconds of all cores for both: on a machine that others use too, what it costs
   * @param p99Micros of "newest not newer", the index opened anew (cold) and once more (warm)
   */
  public record Report(
      long captures,
      double insertsPerSecond,
      double loadSeconds,
      double compactionSeconds,
      double processorSeconds,
      double coldP99Micros,
      double p99Micros,
      double medianMicros,
      double bytesPerCapture,
      long wrong) {}

  public Report run(Progress progress) throws IOException {
    long begun = System.nanoTime();
    long processor = -processorNanos();
    long compacted;
    long loaded;
    try (CaptureIndex index = CaptureIndex.open(scratch);
        BulkLoad load = index.load()) {
      load(load, progress);
      loaded = System.nanoTime();
      load.finish("1:" + captures);
      compacted = System.nanoTime();
      processor += processorNanos();
    }
    long bytes;
    try (Stream<Path> files = Files.walk(scratch)) {
      bytes = files.filter(Files::isRegularFile).mapToLong(ArchiveIndexExperiment::size).sum();
    }
    long[] wrong = new long[1];
    try (CaptureIndex index = CaptureIndex.open(scratch)) {
      double[] cold = ask(index, seed, wrong);
      double[] warm = ask(index, seed, wrong);
      return new Report(
          captures,
          captures / ((compacted - begun) / 1e9),
          (loaded - begun) / 1e9,
          (compacted - loaded) / 1e9,
          processor / 1e9,
          cold[QUESTIONS * 99 / 100],
          warm[QUESTIONS * 99 / 100],
          warm[QUESTIONS / 2],
          (double) bytes / captures,
          wrong[0]);
    }
  }

  /** As many threads as there are cores, each with the next thousands of captures. */
  private void load(BulkLoad load, Progress progress) throws IOException {
    AtomicLong next = new AtomicLong();
    List<Future<?>> loaders = new ArrayList<>();
    int threads = Runtime.getRuntime().availableProcessors();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        loaders.add(
            pool.submit(
                () -> {
                  List<IndexRow> rows = new ArrayList<>(BATCH);
                  for (long from = next.getAndAdd(BATCH);
                      from < captures;
                      from = next.getAndAdd(BATCH)) {
                    rows.clear();
                    for (long each = from; each < Math.min(captures, from + BATCH); each++) {
                      rows.add(row(each));
                    }
                    load.add(rows);
                    progress.at((double) from / captures, "captures");
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

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double[] ask(CaptureIndex index, long salt, long[] wrong) {
    SplittableRandom random = new SplittableRandom(salt + 1);
    double[] micros = new double[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
      IndexRow meant = row(random.nextLong(captures));
      long begun = System.nanoTime();
      IndexRow found = index.newest(meant.url(), meant.at());
      micros[i] = (System.nanoTime() - begun) / 1e3;
      if (found == null || !found.at().equals(meant.at())) {
        wrong[0]++;
      }
    }
    Arrays.sort(micros);
    return micros;
  }

  /** Four captures of each address on average, in no order; hosts by Zipf's law. */
  private IndexRow row(long number) {
    SplittableRandom random = new SplittableRandom(seed * 31 + number);
    long page = random.nextLong(Math.max(1, captures / 4));
    SplittableRandom fixed = new SplittableRandom(seed * 7 + page);
    long host = (long) Math.exp(fixed.nextDouble() * Math.log(Math.max(2.0, captures / 100.0)));
    String url =
        "https://www.host"
            + host
            + ".example."
            + (fixed.nextInt(3) == 0 ? "org" : "com")
            + "/section-"
            + fixed.nextInt(40)
            + "/"
            + Integer.toHexString(fixed.nextInt(1 << 20))
            + "/article-"
            + page
            + ".html"
            + (fixed.nextInt(4) == 0 ? "?id=" + fixed.nextInt(100_000) : "");
    byte[] digest = new byte[20];
    random.nextBytes(digest);
    RecordLocation place =
        new RecordLocation(
            1 + (int) (number >>> 18), number % (1 << 18) * 4_000, 3_500 + number % 977);
    return new IndexRow(
        url,
        START.plusMillis(number * 1_000 + random.nextInt(1_000)),
        IndexRow.Kind.RESPONSE,
        200,
        place,
        place,
        digest,
        "text/html",
        "\"" + Integer.toHexString(random.nextInt()) + "\"",
        null);
  }
}
