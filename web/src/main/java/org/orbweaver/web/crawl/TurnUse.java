package org.orbweaver.web.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchProblem;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.links.PageLinks;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.frontier.ActiveHost;
import org.orbweaver.web.frontier.Discovery;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.QueuedPage;
import org.orbweaver.web.frontier.Role;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.frontier.Turn;

/**
 * Uses turns: looks a host's name up, or asks for its robots.txt, or fetches its next page; one
 * request a turn, so that pauses hold for all of them alike.
 */
final class TurnUse {
  private static final String FORBIDDEN = "forbidden by robots.txt";
  private static final String SCRIPTS_LOST =
      "its scripts could not be run, so links they make may be missing";
  private static final String NO_ROBOTS = "robots.txt could not be had, so nothing is allowed";

  private final CrawlParts parts;
  private final OutcomeSink outcomes;
  private final CrawlCounters counters;
  private final CrawlOptions options;
  private final Frontier frontier;
  private final LongSupplier clock;
  private final PageVisit visit;
  private final HostRules robots;
  private final @Nullable Rendering rendering;

  /**
   * @param rendering shared by all workers; null if scripts are not run
   */
  TurnUse(
      CrawlParts parts,
      OutcomeSink outcomes,
      CrawlCounters counters,
      CrawlOptions options,
      @Nullable Rendering rendering) {
    this.parts = parts;
    this.outcomes = outcomes;
    this.counters = counters;
    this.options = options;
    this.frontier = parts.frontier();
    this.clock = parts.nanos();
    this.visit = parts.visit();
    this.robots = parts.rules(options);
    this.rendering = rendering;
  }

  void use(Turn turn) throws InterruptedException {
    QueuedPage page = turn.page();
    CheckedAddress address = turn.host().address();
    if (page == null || address == null) {
      lookUp(turn);
      return;
    }
    RobotsRules rules =
        options.robots() ? turn.host().rules(clock.getAsLong()) : RobotsRules.allowAll();
    if (rules == null) {
      askForRules(turn, address);
    } else if (rendering != null && rendering.hasFetched(page.url())) {
      end(turn, null, SettledVisit.Kind.SKIPPED, List.of(), false, 0, 0);
    } else if (rules.allows(page.url())) {
      fetch(turn, page, address, rules);
    } else {
      counters.problem(rules.isUnreachable() ? NO_ROBOTS : FORBIDDEN, page.url().toString());
      end(turn, null, SettledVisit.Kind.SKIPPED, List.of(), false, 0, 0);
    }
  }

  private void lookUp(Turn turn) {
    switch (parts.names().lookUp(WebUrl.of(turn.host().authority() + "/").host())) {
      case Names.Answer.Found(CheckedAddress address) -> frontier.found(turn, address);
      case Names.Answer.Unknown() -> {
        // Name servers stumble: some later tries cost little.
        if (!frontier.lookAgain(turn, clock.getAsLong())) {
          counters.problem(FetchProblem.UNKNOWN_HOST.because(), turn.host().authority());
          frontier.lost(turn);
        }
      }
      case Names.Answer.Refused(var address) -> {
        counters.problem(FetchProblem.REFUSED_ADDRESS.because(), turn.host().authority());
        frontier.lost(turn);
      }
    }
  }

  private void askForRules(Turn turn, CheckedAddress address) throws InterruptedException {
    ActiveHost host = turn.host();
    RobotsRules rules;
    try {
      rules = robots.ask(host.authority(), address, this::keepWitnessed);
    } catch (IOException e) {
      rules = RobotsRules.unreachable();
    }
    long now = clock.getAsLong();
    if (rules.isUnreachable()) {
      frontier.observeFailure(host);
      host.keepRules(rules, now + HostRules.KEPT_WHEN_UNREACHABLE.toNanos());
    } else {
      host.keepRules(rules, now + HostRules.KEPT.toNanos());
      rules.crawlDelay().ifPresent(delay -> frontier.observeCrawlDelay(host, delay));
    }
    if (options.sitemaps() && !rules.sitemaps().isEmpty()) {
      outcomes.hand(new VisitOutcome(null, null, sitemaps(rules)));
    }
    frontier.putBack(turn, now, 0);
  }

  private List<Discovery> sitemaps(RobotsRules rules) {
    return rules.sitemaps().stream()
        .filter(parts.policy()::admitsSitemap)
        .map(url -> new Discovery(url, Fingerprint.of(url), Role.SITEMAP, 0, 0))
        .toList();
  }

  private void keepWitnessed(Exchange exchange) throws IOException {
    byte[] digest = PageVisit.digest(exchange.response());
    Capture capture = new Capture(exchange, digest, PageLinks.NONE, null, -1, frontier.round());
    hand(new VisitOutcome(parts.store().seal(capture), null, List.of()));
  }

  private void hand(VisitOutcome outcome) throws IOException {
    try {
      outcomes.hand(outcome);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("stopped", e);
    }
  }

  private void fetch(Turn turn, QueuedPage page, CheckedAddress address, RobotsRules rules)
      throws InterruptedException {
    boolean again = frontier.round() > 1;
    try (PageVisit.Visited visited = visit.visit(page.url(), address, again)) {
      arrived(turn, page, visited, scriptLinks(turn, page, visited, rules));
    } catch (FetchFailure e) {
      failed(turn, page, e.problem());
    } catch (IOException e) {
      counters.problem("the archive failed: " + e.getMessage(), page.url().toString());
      boolean last = page.attempts() + 1 >= options.manners().attempts();
      SettledVisit.Kind kind = last ? SettledVisit.Kind.FAILED : SettledVisit.Kind.RETRY;
      end(turn, null, kind, List.of(), false, 0, 0);
    }
  }

  private List<Link> scriptLinks(
      Turn turn, QueuedPage page, PageVisit.Visited visited, RobotsRules rules)
      throws InterruptedException {
    if (rendering == null || !visited.changed()) {
      return List.of();
    }
    try {
      return rendering.links(
          page,
          visited,
          visited.exchange().address(),
          rules::allows,
          frontier.pause(turn.host()),
          exchange -> {
            counters.fetched(
                exchange.status(), type(exchange), exchange.response().recording().size(), true);
            keepWitnessed(exchange);
          });
    } catch (IOException e) {
      // The page itself is safe, and its own links are known.
      counters.problem(SCRIPTS_LOST, page.url().toString());
      return List.of();
    }
  }

  private void arrived(
      Turn turn, QueuedPage page, PageVisit.Visited visited, List<Link> scriptLinks)
      throws IOException, InterruptedException {
    Exchange exchange = visited.exchange();
    int status = exchange.status();
    boolean complained = status == 429 || status == 503;
    frontier.observe(turn.host(), exchange.nanos(), complained);
    long pause = complained ? retryAfter(exchange) : 0;
    long size = exchange.response().recording().size();
    if (complained && page.attempts() + 1 < options.manners().attempts()) {
      counters.retried();
      end(turn, null, SettledVisit.Kind.RETRY, List.of(), false, size, pause);
      return;
    }
    List<Link> links = visited.newLinks();
    if (!scriptLinks.isEmpty()) {
      links = new ArrayList<>(links);
      links.addAll(scriptLinks);
    }
    List<Discovery> unmet = unmetTasks(page, links);
    counters.fetched(status, type(exchange), size, visited.changed());
    Capture capture =
        new Capture(
            exchange,
            visited.digest(),
            visited.links(),
            visited.known(),
            page.depth(),
            frontier.round());
    CaptureStore.Sealed sealed = parts.store().seal(capture);
    end(turn, sealed, SettledVisit.Kind.FETCHED, unmet, visited.changed(), size, pause);
  }

  /**
   * Most links of a page lead where others just led. What was met lately is in scope, or it would
   * not have been met: it is passed by before the scope's rules are asked, which cost more than all
   * the rest of a link.
   */
  private List<Discovery> unmetTasks(QueuedPage page, List<Link> links) {
    List<Link> unmet = new ArrayList<>();
    for (Link link : links) {
      if (!frontier.isKnown(Fingerprint.of(link.url()))) {
        unmet.add(link);
      }
    }
    List<Discovery> tasks = parts.policy().tasks(page, unmet);
    counters.linksShipped(links.size() - unmet.size() + tasks.size());
    tasks.removeIf(task -> frontier.metLately(task.fingerprint()));
    return tasks;
  }

  private long retryAfter(Exchange exchange) {
    return exchange
        .response()
        .headers()
        .first("Retry-After")
        .map(value -> RetryAfter.parse(value, exchange.at(), options.manners().longestDelay()))
        .map(java.time.Duration::toNanos)
        .orElse(0L);
  }

  private static String type(Exchange exchange) {
    String type = exchange.response().headers().first("Content-Type").orElse("");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private void failed(Turn turn, QueuedPage page, FetchProblem problem)
      throws InterruptedException {
    frontier.observeFailure(turn.host());
    boolean again = problem.passing() && page.attempts() + 1 < options.manners().attempts();
    if (again) {
      counters.retried();
    } else {
      counters.problem(problem.because(), page.url().toString());
    }
    SettledVisit.Kind kind = again ? SettledVisit.Kind.RETRY : SettledVisit.Kind.FAILED;
    end(turn, null, kind, List.of(), false, 0, 0);
  }

  /**
   * Hands over before the host is freed: a host's outcomes must reach the committer in the order of
   * its queue, for "done" is a place in it.
   */
  private void end(
      Turn turn,
      CaptureStore.@Nullable Sealed sealed,
      SettledVisit.Kind kind,
      List<Discovery> links,
      boolean changed,
      long bytes,
      long pause)
      throws InterruptedException {
    boolean asked = kind != SettledVisit.Kind.SKIPPED;
    SettledVisit settled = new SettledVisit(turn, kind, links, changed, bytes);
    outcomes.hand(new VisitOutcome(sealed, settled, List.of()));
    frontier.finish(turn, clock.getAsLong(), asked, pause);
  }
}
