package org.orbweaver.app.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.web.TrapFile;
import org.orbweaver.web.visit.VisitOptions;

/**
 * The scopes of the crawls whose pages this peer visits. Which addresses are traps is this peer's
 * own matter; those that it has met are kept beside its log of the crawl.
 *
 * <p>Bounded: past {@link #MOST} the one not asked for longest is made again.
 */
final class CrawlScopes {
  private static final int MOST = 256;

  private final VisitOptions own;
  private final Traps traps;
  private final Path collections;
  private final TaskRecords records;
  private final Map<CrawlId, CrawlScope> scopes = Collections.synchronizedMap(new LruMap<>(MOST));

  /**
   * @param collections where what this peer knows of each crawl is kept
   */
  CrawlScopes(VisitOptions own, Traps traps, Path collections, TaskRecords records) {
    this.own = own;
    this.traps = traps;
    this.collections = collections;
    this.records = records;
  }

  CrawlScope of(CrawlId crawl, CrawlPlan plan) throws GivenUp {
    try {
      return scopes.computeIfAbsent(crawl, number -> scope(number, plan));
    } catch (IllegalArgumentException e) {
      throw new GivenUp(String.valueOf(e.getMessage()));
    }
  }

  private CrawlScope scope(CrawlId crawl, CrawlPlan plan) {
    try {
      TrapFile met = new TrapFile(collections.resolve(crawl.toString()));
      return new CrawlScope(crawl, plan, own, traps, met.watch(traps.patience()), records);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // the task waits for a disk that can be read
    }
  }
}
