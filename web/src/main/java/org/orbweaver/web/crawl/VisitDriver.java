package org.orbweaver.web.crawl;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.HostTurn;
import org.orbweaver.web.frontier.QueuedPage;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Visit;
import org.orbweaver.web.visit.VisitStep;

/**
 * Makes one step of a {@link Visit} with each turn of the frontier, and tells the frontier and the
 * committer what came of it.
 */
final class VisitDriver {
  private final CrawlParts parts;
  private final OutcomeSink outcomes;
  private final CrawlCounters counters;
  private final int attempts;
  private final Frontier frontier;
  private final Visit visit;

  /**
   * @param visit shared by all workers
   */
  VisitDriver(
      CrawlParts parts,
      OutcomeSink outcomes,
      CrawlCounters counters,
      CrawlOptions options,
      Visit visit) {
    this.parts = parts;
    this.outcomes = outcomes;
    this.counters = counters;
    this.attempts = options.visit().manners().attempts();
    this.frontier = parts.frontier();
    this.visit = visit;
  }

  void use(HostTurn turn) throws InterruptedException {
    QueuedPage page = turn.page();
    CheckedAddress address = turn.host().address();
    if (page == null || address == null) {
      String host = WebUrl.of(turn.host().authority() + "/").host();
      settle(turn, visit.resolve(host, turn.host().state()));
      return;
    }
    boolean last = page.attempts() + 1 >= attempts;
    settle(
        turn, visit.step(page, new FrontierTurn(parts, outcomes, counters, turn, address, last)));
  }

  private void settle(HostTurn turn, VisitStep step) throws InterruptedException {
    switch (step) {
      case VisitStep.AddressFound(CheckedAddress address) -> frontier.found(turn, address);
      case VisitStep.RobotsAnswer(List<Discovery> sitemaps) -> {
        if (!sitemaps.isEmpty()) {
          outcomes.hand(new VisitOutcome(null, null, sitemaps));
        }
        frontier.putBack(turn, parts.nanos());
      }
      case VisitStep.HostLater later -> wait(turn, later);
      case VisitStep.HostFailure(String because) -> lose(turn, because, false);
      case VisitStep.PageLater later -> {
        counters.retried();
        settle(turn, SettledVisit.Kind.RETRY, later.bytes(), later.restNanos());
      }
      case VisitStep.Refusal(String because) -> {
        counters.problem(because, url(turn));
        settle(turn, SettledVisit.Kind.SKIPPED, 0, 0);
      }
      case VisitStep.PageFailure(String because) -> {
        counters.problem(because, url(turn));
        settle(turn, SettledVisit.Kind.FAILED, 0, 0);
      }
      case VisitStep.CapturedPage page -> {
        counters.fetched(page.status(), page.mediaType(), page.bytes(), page.changed());
        SettledVisit settled =
            new SettledVisit(
                turn, SettledVisit.Kind.FETCHED, page.links(), page.changed(), page.bytes());
        settle(page.sealed(), settled, page.restNanos());
      }
    }
  }

  private void wait(HostTurn turn, VisitStep.HostLater later) {
    if (turn.host().state().misses() >= attempts) {
      lose(turn, later.because(), later.asked());
    } else {
      long now = parts.nanos();
      frontier.holdBack(turn, now, now + later.waitNanos(), later.asked());
    }
  }

  private void lose(HostTurn turn, String because, boolean asked) {
    counters.problem(because, turn.host().authority());
    frontier.lost(turn, parts.nanos(), asked);
  }

  private static String url(HostTurn turn) {
    QueuedPage page = turn.page();
    return page == null ? turn.host().authority() : page.url().toString();
  }

  private void settle(HostTurn turn, SettledVisit.Kind kind, long bytes, long rest)
      throws InterruptedException {
    settle(null, new SettledVisit(turn, kind, List.of(), false, bytes), rest);
  }

  /**
   * Hands over before the host is freed: a host's outcomes must reach the committer in the order of
   * its queue, for "done" is a place in it.
   */
  private void settle(CaptureStore.@Nullable Sealed sealed, SettledVisit settled, long rest)
      throws InterruptedException {
    boolean asked = settled.kind() != SettledVisit.Kind.SKIPPED;
    outcomes.hand(new VisitOutcome(sealed, settled, List.of()));
    frontier.finish(settled.turn(), parts.nanos(), asked, rest);
  }
}
