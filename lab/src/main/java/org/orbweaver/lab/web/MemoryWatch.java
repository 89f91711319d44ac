package org.orbweaver.lab.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.orbweaver.app.Progress;

/** Looks at each tenth of a crawl how much memory it takes; shows progress on the way. */
final class MemoryWatch {
  private static final int PARTS = 10;

  private final LongSupplier done;
  private final long expected;
  private final Progress progress;
  private final List<WebCrawlReport.Memory> samples = new ArrayList<>();
  private final Thread thread;

  MemoryWatch(LongSupplier done, long expected, Progress progress) {
    this.done = done;
    this.expected = expected;
    this.progress = progress;
    this.thread = Thread.ofPlatform().daemon().start(this::watch);
  }

  private void watch() {
    try {
      while (true) {
        long now = done.getAsLong();
        progress.at((double) now / expected, now + " of " + expected);
        if (now * PARTS >= expected * (samples.size() + 1)) {
          samples.add(sample(now));
        }
        TimeUnit.MILLISECONDS.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("ExplicitGC")
  private static WebCrawlReport.Memory sample(long requests) {
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    return new WebCrawlReport.Memory(requests, heap >> 20, residentKb() >> 10);
  }

  /** What the kernel says of this process; 0 where there is no Linux. */
  private static long residentKb() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      // another system
    }
    return 0;
  }

  List<WebCrawlReport.Memory> end() throws InterruptedException {
    thread.interrupt();
    thread.join();
    samples.add(sample(done.getAsLong()));
    return List.copyOf(samples);
  }
}
