package org.orbweaver.app.page;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.links.Link;
import org.orbweaver.fetch.scope.Verdict;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.ArchivedVisits;
import org.orbweaver.web.visit.CaptureStore;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.EarlierCapture;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LeftOut;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitTurn;

/**
 * The swarm's leave: the leases of a host and of its address.
 *
 * @param before the page as the swarm has it; null if it does not
 * @param besides is told where what came beside the page is kept: robots.txt
 * @param lastRequest of the system's nanosecond clock: a request that begins later could outlive
 *     the leases
 */
record LeasedTurn(
    HostState host,
    CheckedAddress address,
    int round,
    boolean isLastAttempt,
    @Nullable EarlierCapture before,
    LinkPolicy policy,
    ArchivedVisits visits,
    Consumer<ArchivedVisits.KeptRecords> besides,
    long lastRequest,
    Troubles troubles,
    LeftOut leftOut)
    implements VisitTurn {
  /** What this peer's own archive has may be of another crawl, which promises nobody a copy. */
  @Override
  public @Nullable EarlierCapture earlier(Target page, CaptureStore store) {
    return before;
  }

  @Override
  public boolean allowsAnother() {
    return System.nanoTime() < lastRequest;
  }

  @Override
  public void keep(CaptureStore.Sealed capture) throws IOException, InterruptedException {
    visits.keep(capture).ifPresent(besides);
  }

  /** It has a task of its own, on whose account others keep it, too. */
  @Override
  public boolean keepRequisite(CaptureStore.Sealed capture, Exchange exchange)
      throws IOException, InterruptedException {
    visits.keep(capture);
    return false;
  }

  @Override
  public void missed(String because, Target page) {
    troubles.count(because, page.url().toString());
  }

  @Override
  public void leftOut(Target page, WebUrl url, Verdict rule) {
    leftOut.leftOut(page, url, rule);
  }

  @Override
  public List<Discovery> choose(Target page, List<Link> links) {
    return policy.tasks(page, links, leftOut);
  }
}
