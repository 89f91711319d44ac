package org.orbweaver.app.swarm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;

/**
 * Counts the tasks of each crawl in this peer's ledger, now and then: a look at all of them takes
 * its time, so the next comes twenty times as long after. Where the swarm has no more peers than
 * copies, this is the whole crawl; else it is this peer's part of it.
 */
final class CrawlTallies implements AutoCloseable {
  private static final long PAUSE_MILLIS = 5_000;
  private static final int PATIENCE = 20;
  private static final int SCAN = 1_024;

  /**
   * One crawl's.
   *
   * @param open tasks that are still to be done
   * @param quiet scans in a row that found nothing open
   */
  record Tally(long found, long done, long failed, long open, int quiet) {
    static final Tally NONE = new Tally(0, 0, 0, 0, 0);

    Tally and(boolean isDone, boolean isFailed) {
      return new Tally(
          found + 1,
          done + (isDone && !isFailed ? 1 : 0),
          failed + (isFailed ? 1 : 0),
          open + (isDone ? 0 : 1),
          0);
    }

    private Tally after(Tally before) {
      return new Tally(found, done, failed, open, open == 0 ? before.quiet + 1 : 0);
    }
  }

  private final RocksDisk disk;
  private final Thread thread;
  private volatile Map<CrawlId, Tally> last = Map.of();

  CrawlTallies(RocksDisk disk) {
    this.disk = disk;
    this.thread = Thread.ofPlatform().daemon().name("tallies").start(this::run);
  }

  Tally of(CrawlId crawl) {
    return last.getOrDefault(crawl, Tally.NONE);
  }

  private void run() {
    try {
      while (true) {
        long began = System.nanoTime();
        Map<CrawlId, Tally> now = scan();
        Map<CrawlId, Tally> before = last;
        now.replaceAll((crawl, tally) -> tally.after(before.getOrDefault(crawl, Tally.NONE)));
        last = now;
        long took = (System.nanoTime() - began) / 1_000_000;
        Thread.sleep(Math.max(PAUSE_MILLIS, PATIENCE * took));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer ends
    }
  }

  private Map<CrawlId, Tally> scan() throws InterruptedException {
    Map<CrawlId, Tally> tallies = new HashMap<>();
    EntryId next = EntryId.FIRST;
    while (next != null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      List<Entry> some = disk.from(next, SCAN);
      some.forEach(entry -> count(entry, tallies));
      next = some.size() < SCAN ? null : some.getLast().id().next();
    }
    return tallies;
  }

  private static void count(Entry entry, Map<CrawlId, Tally> tallies) {
    Task task = entry.rank() == Task.ELSEWHERE ? null : Task.of(entry);
    if (task == null) {
      return;
    }
    boolean done = entry.rank() == Task.PROCESSED;
    @Nullable Result result = done ? Result.read(task.result(entry)) : null;
    boolean failed = result != null && result.isFailed();
    Tally before = tallies.getOrDefault(task.crawl(), Tally.NONE);
    tallies.put(task.crawl(), before.and(done, failed));
  }

  /** The ledger may be closed afterwards. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
