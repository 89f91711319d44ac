package org.orbweaver.app.page;

import java.util.Collections;
import java.util.Map;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.web.visit.VisitOptions;

/**
 * The scopes of the crawls whose pages this peer visits. Which addresses are traps is this peer's
 * own matter.
 *
 * <p>Bounded: past {@link #MOST} the one not asked for longest is made again.
 */
final class CrawlScopes {
  private static final int MOST = 256;

  private final VisitOptions own;
  private final Traps traps;
  private final TaskRecords records;
  private final Map<CrawlId, CrawlScope> scopes = Collections.synchronizedMap(new LruMap<>(MOST));

  CrawlScopes(VisitOptions own, Traps traps, TaskRecords records) {
    this.own = own;
    this.traps = traps;
    this.records = records;
  }

  CrawlScope of(CrawlId crawl, CrawlPlan plan) throws GivenUp {
    try {
      return scopes.computeIfAbsent(
          crawl, number -> new CrawlScope(number, plan, own, traps, records));
    } catch (IllegalArgumentException e) {
      throw new GivenUp(String.valueOf(e.getMessage()));
    }
  }
}
