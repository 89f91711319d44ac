package org.orbweaver.app.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.app.Sentence;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.LogLine;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitStep;

/**
 * What became of each address that this peer visited: a log for each crawl, as {@code orb crawl}
 * writes it, in {@code collections/CRAWL}. The peers' logs together are the crawl's; a task that
 * two of them ran, because the first died, has two lines. For many threads.
 *
 * <p>A log that cannot be written stops no visit: that is counted as a trouble.
 */
final class VisitLogs implements AutoCloseable {
  /** Crawls that a peer works on at a time are few; of more, the files are opened anew. */
  private static final int MOST_OPEN = 32;

  /** Most links that a rule leaves out lead where others of their site led. */
  private static final int MOST_LEFT_OUT = 1 << 16;

  private final Path data;
  private final Troubles troubles;
  private final InstantSource clock;
  private final Map<CrawlId, CrawlLog> open = new HashMap<>();
  private final Map<LeftOutOnce, Boolean> leftOut =
      Collections.synchronizedMap(new LruMap<>(MOST_LEFT_OUT));

  private record LeftOutOnce(CrawlId crawl, String url) {}

  /**
   * @param data the peer's directory
   */
  VisitLogs(Path data, Troubles troubles, InstantSource clock) {
    this.data = data;
    this.troubles = troubles;
    this.clock = clock;
  }

  void captured(Task task, Target page, VisitStep.CapturedPage captured) {
    append(
        task.crawl(), LogLine.captured(captured.capture().at(), task.round() + 1, page, captured));
  }

  /** It was given up. */
  void missed(Task task, Target page, Cause cause) {
    append(task.crawl(), LogLine.missed(clock.instant(), task.round() + 1, page, cause));
  }

  /** A rule is against a link of the page; said the first time that it is met. */
  void leftOut(Task task, Target page, WebUrl url, Verdict rule) {
    if (leftOut.put(new LeftOutOnce(task.crawl(), url.toString()), true) == null) {
      append(
          task.crawl(),
          LogLine.missed(
              clock.instant(),
              task.round() + 1,
              url.toString(),
              page.trail().path() + "-",
              page.url().toString(),
              Cause.of(rule)));
    }
  }

  private synchronized void append(CrawlId crawl, LogLine line) {
    try {
      log(crawl).append(List.of(line));
    } catch (IOException e) {
      troubles.count("not logged: " + Sentence.of(e), line.url());
    }
  }

  private CrawlLog log(CrawlId crawl) throws IOException {
    CrawlLog known = open.get(crawl);
    if (known == null) {
      if (open.size() >= MOST_OPEN) {
        close();
      }
      Path directory = data.resolve("collections").resolve(crawl.toString());
      known = CrawlLog.open(directory, Long.MAX_VALUE);
      open.put(crawl, known);
    }
    return known;
  }

  @Override
  public synchronized void close() {
    try {
      for (CrawlLog log : open.values()) {
        log.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      open.clear();
    }
  }
}
