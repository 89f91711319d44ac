package org.orbweaver.web.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.HostTurn;
import org.orbweaver.web.frontier.QueuedPage;
import org.orbweaver.web.frontier.SettledVisit;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.Visit;
import org.orbweaver.web.visit.VisitStep;
import org.orbweaver.web.visit.VisitTurn;

/**
 * Makes one step of a {@link Visit} with each turn of the frontier, and tells the frontier and the
 * committer what came of it.
 */
final class VisitDriver {
  private final CrawlParts parts;
  private final OutcomeSink outcomes;
  private final CrawlCounters counters;
  private final OwnFaults faults;
  private final int attempts;
  private final int hostAttempts;
  private final Frontier frontier;
  private final Visit visit;

  /**
   * @param faults shared by all workers
   * @param visit likewise
   */
  VisitDriver(
      CrawlParts parts,
      OutcomeSink outcomes,
      CrawlCounters counters,
      OwnFaults faults,
      CrawlOptions options,
      Visit visit) {
    this.parts = parts;
    this.outcomes = outcomes;
    this.counters = counters;
    this.faults = faults;
    this.attempts = options.visit().manners().attempts();
    this.hostAttempts = options.visit().manners().hostAttempts();
    this.frontier = parts.frontier();
    this.visit = visit;
  }

  void use(HostTurn turn) throws InterruptedException {
    QueuedPage page = turn.page();
    CheckedAddress address = turn.host().address();
    Cause lost = turn.host().lost();
    List<LogLine> lines = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    if (page != null && lost != null) {
      miss(turn, page, lost, SettledVisit.Kind.FAILED, false, lines);
    } else if (page == null || address == null) {
      String host = WebUrl.of(turn.host().authority() + "/").host();
      settle(turn, visit.resolve(host, turn.host().state()), lines, remarks);
    } else {
      boolean last = page.attempts() + 1 >= attempts;
      VisitTurn granted =
          new FrontierTurn(parts, outcomes, counters, turn, address, last, lines, remarks);
      settle(turn, visit.step(page, granted), lines, remarks);
    }
  }

  private void settle(HostTurn turn, VisitStep step, List<LogLine> lines, List<String> remarks)
      throws InterruptedException {
    QueuedPage page = turn.page();
    switch (step) {
      case VisitStep.AddressFound(CheckedAddress address) -> frontier.found(turn, address);
      case VisitStep.RobotsAnswer(List<Discovery> sitemaps) -> {
        if (!sitemaps.isEmpty() || !lines.isEmpty()) {
          outcomes.hand(new VisitOutcome(null, null, sitemaps, lines));
        }
        frontier.putBack(turn, parts.nanos());
      }
      case VisitStep.HostLater later -> {
        note(later.cause(), turn.host().authority());
        wait(turn, later);
      }
      case VisitStep.HostFailure(Cause cause) -> {
        note(cause, turn.host().authority());
        lose(turn, cause, false);
      }
      case VisitStep.PageLater later -> {
        note(later.cause(), asked(page).url().toString());
        counters.retried();
        SettledVisit settled =
            new SettledVisit(turn, SettledVisit.Kind.RETRY, List.of(), false, later.bytes());
        settle(null, settled, lines, true, later.restNanos());
      }
      case VisitStep.Refusal(Cause cause) ->
          miss(turn, asked(page), cause, SettledVisit.Kind.SKIPPED, false, lines);
      case VisitStep.PageFailure(Cause cause) -> {
        note(cause, asked(page).url().toString());
        miss(turn, asked(page), cause, SettledVisit.Kind.FAILED, true, lines);
      }
      case VisitStep.CapturedPage captured -> {
        faults.over();
        counters.fetched(
            captured.status(), captured.mediaType(), captured.bytes(), captured.changed());
        lines.add(LogLine.captured(parts.now(), frontier.round(), asked(page), captured, remarks));
        SettledVisit settled =
            new SettledVisit(
                turn,
                SettledVisit.Kind.FETCHED,
                captured.links(),
                captured.changed(),
                captured.bytes());
        settle(captured.sealed(), settled, lines, true, captured.restNanos());
      }
    }
  }

  private void note(Cause cause, String where) {
    if (cause.isOurs()) {
      faults.met(cause, where);
    }
  }

  private static QueuedPage asked(@Nullable QueuedPage page) {
    return Objects.requireNonNull(page, "only a page can be refused, missed or captured");
  }

  private void wait(HostTurn turn, VisitStep.HostLater later) {
    if (turn.host().state().misses() >= hostAttempts) {
      lose(turn, later.cause(), later.asked());
    } else {
      long now = parts.nanos();
      frontier.holdBack(turn, now, now + later.waitNanos(), later.asked());
    }
  }

  private void lose(HostTurn turn, Cause cause, boolean asked) {
    frontier.lost(turn, parts.nanos(), asked, cause);
  }

  private void miss(
      HostTurn turn,
      QueuedPage page,
      Cause cause,
      SettledVisit.Kind kind,
      boolean asked,
      List<LogLine> lines)
      throws InterruptedException {
    if (cause.code() != 0) {
      counters.missed(cause, page.url().toString());
      lines.add(LogLine.missed(parts.now(), frontier.round(), page, cause));
    }
    settle(null, new SettledVisit(turn, kind, List.of(), false, 0), lines, asked, 0);
  }

  /**
   * Hands over before the host is freed: a host's outcomes must reach the committer in the order of
   * its queue, for "done" is a place in it.
   */
  private void settle(
      CaptureStore.@Nullable Sealed sealed,
      SettledVisit settled,
      List<LogLine> lines,
      boolean asked,
      long rest)
      throws InterruptedException {
    outcomes.hand(new VisitOutcome(sealed, settled, List.of(), lines));
    frontier.finish(settled.turn(), parts.nanos(), asked, rest);
  }
}
