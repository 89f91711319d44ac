package org.orbweaver.web.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Discovery;

/**
 * One thread that makes outcomes last: archive first, then the frontier together with the archive's
 * mark. A crash between the two leaves captures behind the mark, which are cut off on resuming, so
 * that each page is captured exactly once.
 *
 * <p>Bounded in number and bytes; when full, workers wait.
 */
final class Committer implements OutcomeSink {
  private static final int MOST = 1_024;
  private static final int MOST_KILOBYTES = 96 << 10;
  private static final int FEW = 256;
  private static final long WAIT_MILLIS = 50;
  private static final long GATHER_MILLIS = 10;

  private final Frontier frontier;
  private final CaptureStore store;
  private final CrawlLog log;
  private final CrawlCounters counters;
  private final LongSupplier clock;
  private final BlockingQueue<VisitOutcome> queue = new ArrayBlockingQueue<>(MOST);
  private final Semaphore kilobytes = new Semaphore(MOST_KILOBYTES);

  Committer(CrawlParts parts, CrawlCounters counters, LongSupplier clock) {
    this.frontier = parts.frontier();
    this.store = parts.store();
    this.log = parts.log();
    this.counters = counters;
    this.clock = clock;
  }

  @Override
  public void hand(VisitOutcome outcome) throws InterruptedException {
    kilobytes.acquire(permits(outcome));
    queue.put(outcome);
  }

  private static int permits(VisitOutcome outcome) {
    return (int) Math.min(MOST_KILOBYTES, outcome.size() >> 10);
  }

  /** Commits what is there, or waits a moment; true if there was anything. */
  boolean commitSome() throws InterruptedException, IOException {
    List<VisitOutcome> batch = new ArrayList<>();
    VisitOutcome first = queue.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    if (first != null) {
      if (queue.size() < FEW) {
        Thread.sleep(GATHER_MILLIS); // a batch costs little more than a single page
      }
      batch.add(first);
      queue.drainTo(batch, MOST);
    }
    try {
      commit(batch);
    } finally {
      batch.forEach(outcome -> kilobytes.release(permits(outcome)));
    }
    return first != null;
  }

  private void commit(List<VisitOutcome> batch) throws IOException {
    List<SettledVisit> settled = new ArrayList<>(batch.size());
    List<Discovery> discoveries = new ArrayList<>();
    List<LogLine> lines = new ArrayList<>();
    for (VisitOutcome outcome : batch) {
      if (outcome.capture() != null) {
        try (CaptureStore.Sealed sealed = outcome.capture()) {
          store.append(sealed);
        }
      }
      if (outcome.settled() != null) {
        settled.add(outcome.settled());
      }
      discoveries.addAll(outcome.discoveries());
      lines.addAll(outcome.lines());
    }
    String mark = store.commit();
    long logged = log.append(lines);
    counters.linksNew(frontier.commit(settled, discoveries, mark, logged, clock.getAsLong()));
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }
}
