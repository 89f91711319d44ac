package org.orbweaver.app.page;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.memory.LruMap;

/**
 * The scopes of the crawls whose pages this peer fetches, by their shared plans. What a plan does
 * not say (which addresses are traps) is this peer's own matter.
 *
 * <p>Bounded: past {@link #MOST} the one not asked for longest is made again.
 */
final class CrawlScopes {
  private static final int MOST = 256;

  private final ScopeOptions own;
  private final Map<CrawlPlan, Scope> scopes = Collections.synchronizedMap(new LruMap<>(MOST));

  CrawlScopes(ScopeOptions own) {
    this.own = own;
  }

  Scope of(CrawlPlan plan) {
    return scopes.computeIfAbsent(plan, this::made);
  }

  private Scope made(CrawlPlan plan) {
    List<WebUrl> seeds =
        plan.seeds().stream().flatMap(seed -> Stream.ofNullable(WebUrl.parse(seed))).toList();
    return new Scope(
        new ScopeOptions(
            Reach.valueOf(plan.terms().getOrDefault("reach", Reach.PAGE.name())),
            plan.depth(),
            own.include(),
            own.exclude(),
            own.refusedTypes(),
            own.traps()),
        seeds);
  }
}
