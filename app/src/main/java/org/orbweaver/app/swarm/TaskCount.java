package org.orbweaver.app.swarm;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;

/** Counts the tasks of one crawl in a ledger. */
final class TaskCount {
  /** Kinds of failures that are told apart; past that they count as one. */
  private static final int MOST_KINDS = 100;

  private static final String OTHER = "other reasons";

  private final Map<String, CrawlTally.Reason> reasons = new LinkedHashMap<>();
  private long found;
  private long done;
  private long failed;
  private long open;
  private long bytes;

  /** Counts an entry, if it is a task of a crawl that was met. */
  static void add(
      Entry entry, Set<CrawlId> met, Map<CrawlId, TaskCount> counts, UnmetCrawls unmet) {
    Task task = Task.of(entry);
    if (task == null || Task.state(entry) == Task.ELSEWHERE) {
      return;
    }
    if (!met.contains(task.crawl())) {
      unmet.add(task.crawl());
    } else {
      counts.computeIfAbsent(task.crawl(), crawl -> new TaskCount()).add(entry, task);
    }
  }

  private void add(Entry entry, Task task) {
    boolean isOpen = !Task.isProcessed(entry);
    open += isOpen ? 1 : 0;
    if (task.way() == Way.SHORTER) {
      return; // of a page that is counted already
    }
    found++;
    if (isOpen) {
      return;
    }
    Result result = Result.read(task.result(entry));
    if (result.isFailed()) {
      failed++;
      count(result.failure(), task.uri());
    } else {
      done++;
      bytes += task.uri().startsWith("http") ? PageSummary.read(result.summary()).received() : 0;
    }
  }

  private void count(String because, String example) {
    String kind = reasons.size() < MOST_KINDS || reasons.containsKey(because) ? because : OTHER;
    reasons.merge(
        kind,
        new CrawlTally.Reason(kind, 1, example),
        (old, _) -> new CrawlTally.Reason(kind, old.times() + 1, old.example()));
  }

  /**
   * @param before what was counted the last time
   */
  CrawlTally tally(CrawlId crawl, @Nullable CrawlTally before) {
    List<CrawlTally.Reason> most =
        reasons.values().stream()
            .sorted(Comparator.comparingLong(CrawlTally.Reason::times).reversed())
            .limit(CrawlTally.MOST_REASONS)
            .toList();
    int quiet = open > 0 ? 0 : before == null ? 1 : Math.min(before.quiet() + 1, CrawlTotal.QUIET);
    return new CrawlTally(crawl, found, done, failed, open, bytes, quiet, most);
  }
}
