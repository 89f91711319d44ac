package org.orbweaver.web.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.Fingerprint;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.HostTurn;
import org.orbweaver.web.frontier.QueuedPage;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.EarlierCapture;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitTurn;

/**
 * The frontier's leave: it lasts until the turn is given back.
 *
 * @param lines for the log, handed over with what comes of the turn
 * @param remarks what is not whole about the page, for its line
 */
record FrontierTurn(
    CrawlParts parts,
    OutcomeSink outcomes,
    CrawlCounters counters,
    HostTurn turn,
    CheckedAddress address,
    boolean isLastAttempt,
    List<LogLine> lines,
    List<String> remarks)
    implements VisitTurn {
  @Override
  public HostState host() {
    return turn.host().state();
  }

  @Override
  public int round() {
    return parts.frontier().round();
  }

  @Override
  public @Nullable EarlierCapture earlier(Target page, CaptureStore store) throws IOException {
    return round() > 1 ? store.earlier(page.url()) : null;
  }

  @Override
  public boolean allowsAnother() {
    return true;
  }

  @Override
  public void keep(CaptureStore.Sealed capture) throws InterruptedException {
    outcomes.hand(new VisitOutcome(capture, null, List.of(), List.of()));
  }

  @Override
  public boolean keepRequisite(CaptureStore.Sealed capture, Exchange exchange)
      throws InterruptedException {
    counters.fetched(
        exchange.status(),
        exchange.response().headers().mediaType(),
        exchange.response().recording().size(),
        true);
    lines.add(requisite(exchange));
    keep(capture);
    return true;
  }

  private LogLine requisite(Exchange exchange) {
    QueuedPage page = turn.page();
    return new LogLine(
        exchange.at(),
        exchange.status(),
        exchange.response().recording().size(),
        exchange.request().url().toString(),
        page == null ? "E" : page.trail().path() + "E",
        page == null ? "" : page.url().toString(),
        exchange.response().headers().mediaType(),
        "",
        exchange.nanos() / 1_000_000,
        round(),
        LogLine.BY_SCRIPT);
  }

  @Override
  public void missed(String because, Target page) {
    counters.problem(because, page.url().toString());
    remarks.add(because);
  }

  @Override
  public void leftOut(Target page, WebUrl url, Verdict rule) {
    if (counters.leftOut(rule, url)) {
      String path = page.trail().path() + "-";
      lines.add(
          LogLine.missed(
              parts.now(), round(), url.toString(), path, page.url().toString(), Cause.of(rule)));
    }
  }

  @Override
  public LinkPolicy policy() {
    return parts.policy();
  }

  /**
   * Most links of a page lead where others just led. What was met lately is in scope, or it would
   * not have been met: it is passed by before the scope's rules are asked, which cost more than all
   * the rest of a link.
   */
  @Override
  public List<Discovery> choose(Target page, List<Link> links) {
    Frontier frontier = parts.frontier();
    List<Link> unmet = new ArrayList<>();
    for (Link link : links) {
      if (!frontier.isKnown(Fingerprint.of(link.url()))) {
        unmet.add(link);
      }
    }
    List<Discovery> tasks = policy().tasks(page, unmet, this);
    counters.linksShipped(links.size() - unmet.size() + tasks.size());
    tasks.removeIf(task -> frontier.metLately(task.fingerprint()));
    return tasks;
  }
}
