package org.orbweaver.app.swarm;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.drive.RetryLater;
import org.orbweaver.app.drive.ThreadedRunner;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.udp.MonotonicClock;

/**
 * The three crawlers behind one task: pages are fetched, infohashes looked up, prefixes counted.
 * First it finds out what crawl a task belongs to; of one that is over nothing is done any more.
 */
public final class TaskWork implements ThreadedRunner.Work {
  private static final long ASK_AGAIN = 10_000_000_000L;
  private static final Runner.Outcome NOTHING = new Runner.Outcome(new byte[0], List.of());

  private final KnownCrawls crawls;
  private final ThreadedRunner.Work pages;
  private final ThreadedRunner.Work infohashes;
  private final ThreadedRunner.Work prefixes;

  public TaskWork(
      KnownCrawls crawls,
      ThreadedRunner.Work pages,
      ThreadedRunner.Work infohashes,
      ThreadedRunner.Work prefixes) {
    this.crawls = crawls;
    this.pages = pages;
    this.infohashes = infohashes;
    this.prefixes = prefixes;
  }

  @Override
  public Runner.Outcome run(Task task) throws Exception {
    CrawlRecord crawl = crawl(crawls, task);
    if (crawl.isStopped() || crawl.plan().until() < MonotonicClock.now() / 1_000_000_000) {
      return NOTHING;
    }
    ThreadedRunner.Work work = work(task.uri());
    return work == null ? NOTHING : work.run(task);
  }

  private ThreadedRunner.@Nullable Work work(String uri) {
    if (uri.startsWith("http:") || uri.startsWith("https:")) {
      return pages;
    }
    if (uri.startsWith("magnet:")) {
      return infohashes;
    }
    return uri.startsWith(PrefixWork.SCHEME) ? prefixes : null;
  }

  /**
   * The crawl that the task is of.
   *
   * @throws RetryLater if the swarm does not tell now
   */
  public static CrawlRecord crawl(KnownCrawls crawls, Task task)
      throws RetryLater, InterruptedException {
    CrawlRecord crawl = crawls.get(MonotonicClock.now(), task.crawl());
    if (crawl == null) {
      throw new RetryLater(ASK_AGAIN);
    }
    return crawl;
  }
}
