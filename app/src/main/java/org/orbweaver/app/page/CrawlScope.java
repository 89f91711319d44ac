package org.orbweaver.app.page;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.TrapWatch;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitOptions;

/**
 * What belongs to one crawl, as every peer can find out by itself: what its plan's seeds reach, and
 * what is reached from where those seeds redirect to. The plan is signed. Where a seed redirects to
 * stands in the record of that seed, which its primary wrote and r disks keep; so this peer reads
 * those records, from seed to redirect to redirect, whenever a task lies outside of what it knows.
 * A peer that comes later, or starts again, finds the same; and a stranger who hands in a task that
 * claims to be a redirected seed is not believed.
 *
 * <p>The record of a seed is written a moment after the page it redirects to has become a task: who
 * runs that task waits for it.
 */
final class CrawlScope {
  private static final long SECOND = 1_000_000_000L;
  private static final long POLL_MILLIS = 200;
  private static final int POLLS = 20;
  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_HOPS = 10;
  private static final int MOST_VISITED = 20_000;
  private static final String OUTSIDE = "it does not belong to its crawl";
  private static final String NO_SEED = "no seed of its crawl is known to lead here";

  private final CrawlId crawl;
  private final TaskRecords records;
  private final Scope scope;
  private final LinkPolicy policy;
  private final Way way;

  /** Seeds and what they redirect to. */
  private final Set<WebUrl> origins = Collections.synchronizedSet(new LinkedHashSet<>());

  /** Those whose records have been read. */
  private final Set<WebUrl> settled = ConcurrentHashMap.newKeySet();

  private final Map<InRound, Visited> visited =
      Collections.synchronizedMap(new LruMap<>(MOST_VISITED));
  private final Map<String, Boolean> sitemapsTold =
      Collections.synchronizedMap(new LruMap<>(MOST_HOSTS));

  /**
   * @throws IllegalArgumentException with a sentence, if the plan cannot be understood
   */
  CrawlScope(
      CrawlId crawl,
      CrawlPlan plan,
      VisitOptions own,
      Traps traps,
      TrapWatch watch,
      TaskRecords records) {
    ScopeOptions options = PageTerms.scope(plan, traps);
    VisitOptions visit = PageTerms.visit(plan, own);
    this.crawl = crawl;
    this.records = records;
    this.way = plan.depth() < Task.DEEPEST ? Way.SHORTEST : Way.ANY;
    List<WebUrl> seeds =
        plan.seeds().stream()
            .flatMap(seed -> Stream.ofNullable(WebUrl.parse(seed)))
            .map(Canonical::of)
            .toList();
    this.origins.addAll(seeds);
    this.scope = new Scope(options, seeds, seed -> {}, watch);
    this.policy = LinkPolicy.of(scope, visit);
  }

  LinkPolicy policy() {
    return policy;
  }

  /** Whether it matters how far from the seeds its pages are. */
  Way way() {
    return way;
  }

  /** A page in a round. */
  private record InRound(int round, String name) {}

  /**
   * What came of the page in this round, if this peer has visited it and remembers: of a page that
   * was found by a longer and a shorter way there are two tasks, and one visit is enough.
   */
  @Nullable Visited visited(Task task) {
    return visited.get(new InRound(task.round(), task.uri()));
  }

  void visited(Task task, WebUrl address, Runner.Outcome outcome) {
    if (way == Way.SHORTEST) {
      InRound page = new InRound(task.round(), task.uri());
      visited.put(page, new Visited(address, outcome.summary(), outcome.pieces()));
    }
  }

  /**
   * What came of a visit.
   *
   * @param address as which the page was archived: by another way it may be spelled otherwise
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  record Visited(WebUrl address, byte[] summary, List<EntryId> pieces) {}

  /** Lets the page pass if it belongs to the crawl. */
  void admit(Target page) throws GivenUp, TriedInVain, InterruptedException {
    if (page.role() != Role.PAGE) {
      Verdict verdict = scope.judgeRequisite(page.url());
      if (verdict != Verdict.IN) {
        throw new GivenUp(verdict.because());
      }
    } else if (page.depth() == 0) {
      admitOrigin(page);
    } else {
      admitFurther(page);
    }
  }

  private void admitOrigin(Target page) throws GivenUp, TriedInVain, InterruptedException {
    WebUrl name = Canonical.of(page.url());
    for (int i = 0; !origins.contains(name); i++) {
      boolean all = followSeeds();
      if (origins.contains(name)) {
        return;
      }
      if (all || page.hops() == 0) {
        throw new GivenUp(OUTSIDE);
      }
      if (i == POLLS) {
        throw new TriedInVain(SECOND, NO_SEED);
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void admitFurther(Target page) throws GivenUp, TriedInVain, InterruptedException {
    Verdict verdict = scope.judge(page.url(), page.depth());
    if (verdict == Verdict.OUTSIDE) {
      boolean all = followSeeds();
      verdict = scope.judge(page.url(), page.depth());
      if (verdict == Verdict.OUTSIDE && !all) {
        throw new TriedInVain(SECOND, NO_SEED);
      }
    }
    if (verdict != Verdict.IN) {
      throw new GivenUp(verdict == Verdict.OUTSIDE ? OUTSIDE : verdict.because());
    }
  }

  /**
   * Reads the records of seeds that have not been read, and of what they redirect to.
   *
   * @return false if some seed has none yet: it may still widen the scope
   */
  private synchronized boolean followSeeds() throws InterruptedException {
    boolean all = true;
    Set<WebUrl> unread = new HashSet<>(origins);
    unread.removeAll(settled);
    for (int hop = 0; hop <= MOST_HOPS && !unread.isEmpty(); hop++) {
      Set<WebUrl> next = new HashSet<>();
      for (WebUrl origin : unread) {
        Result result = records.result(crawl, origin.toString());
        all &= result != null;
        if (result != null) {
          settled.add(origin);
          next.addAll(movedTo(PageSummary.read(result.summary())));
        }
      }
      unread = next;
    }
    return all;
  }

  private List<WebUrl> movedTo(PageSummary seed) {
    List<WebUrl> news = seed.movedTo().stream().map(Canonical::of).filter(origins::add).toList();
    news.forEach(scope::extendTo);
    return news;
  }

  /** The sitemaps of a page's host, once: where its robots.txt says they are. */
  List<WebUrl> newSitemaps(WebUrl page, HostState host) {
    return sitemapsTold.putIfAbsent(page.authority(), true) == null ? host.sitemaps() : List.of();
  }
}
