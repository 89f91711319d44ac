package org.orbweaver.app.swarm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.task.CrawlId;

/**
 * A crawl in the whole swarm.
 *
 * @param quiet whether all that have told anything have found nothing open, twice in a row
 * @param heard peers that have told what they have of it; the others may have none of its tasks
 * @param peers that live
 */
record CrawlTotal(
    long found,
    long done,
    long failed,
    long open,
    long bytes,
    boolean quiet,
    List<CrawlTally.Reason> reasons,
    int heard,
    int peers) {
  /** Scans in a row that must find nothing open. */
  static final int QUIET = 2;

  static final CrawlTotal NONE = new CrawlTotal(0, 0, 0, 0, 0, true, List.of(), 0, 0);

  /** Of a peer that has no task of it. */
  static CrawlTally nothing(CrawlId crawl) {
    return new CrawlTally(crawl, 0, 0, 0, 0, 0, QUIET, List.of());
  }

  static CrawlTotal of(@Nullable CrawlTally own, int peers) {
    CrawlTotal none = new CrawlTotal(0, 0, 0, 0, 0, true, List.of(), 0, peers);
    return none.and(own);
  }

  CrawlTotal and(@Nullable CrawlTally more) {
    if (more == null) {
      return this;
    }
    Map<String, CrawlTally.Reason> all = new TreeMap<>();
    List<CrawlTally.Reason> both = new ArrayList<>(reasons);
    both.addAll(more.reasons());
    for (CrawlTally.Reason each : both) {
      all.merge(
          each.because(),
          each,
          (a, b) -> new CrawlTally.Reason(a.because(), a.times() + b.times(), a.example()));
    }
    return new CrawlTotal(
        found + more.found(),
        done + more.done(),
        failed + more.failed(),
        open + more.open(),
        bytes + more.bytes(),
        quiet && more.quiet() >= QUIET,
        all.values().stream()
            .sorted(Comparator.comparingLong(CrawlTally.Reason::times).reversed())
            .toList(),
        heard + 1,
        peers);
  }

  boolean isFinished() {
    return found > 0 && open == 0 && quiet;
  }
}
