package org.orbweaver.app.swarm;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.overlay.task.CrawlId;

/** Lets crawls take turns: who has waited longest comes first. */
final class Turns {
  private static final long NEVER = 0;

  private final Map<CrawlId, Long> last = new HashMap<>();
  private long turn = NEVER;

  /** Those of them whose turn it is; who is not among them any more is forgotten. */
  List<CrawlId> next(Collection<CrawlId> all, int most) {
    turn++;
    last.keySet().retainAll(all);
    List<CrawlId> next =
        all.stream()
            .sorted(Comparator.comparingLong(crawl -> last.getOrDefault(crawl, NEVER)))
            .limit(most)
            .toList();
    next.forEach(crawl -> last.put(crawl, turn));
    return next;
  }
}
