package org.orbweaver.app.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.capture.StoredRecords;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.Refusals;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.app.trust.OriginNetwork;
import org.orbweaver.app.trust.StoredPage;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.VouchedCapture;
import org.orbweaver.web.ArchivedVisits;
import org.orbweaver.web.visit.LeftOut;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitStep;

/**
 * Looks at what another peer says it was served: do the links follow from the bytes, and does the
 * origin serve the same to us? Fetches for that are under the same leases as any other, so that
 * checking never hurts a host.
 */
final class PageInspector {
  /** How long a check may wait for a host that others use. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** A client may have fetched so long ago what it brings. */
  private static final Duration LATELY = Duration.ofMinutes(5);

  private final LeasedVisits leased;
  private final ArchivedVisits visits;
  private final CrawlScopes scopes;
  private final Refusals refusals;

  PageInspector(LeasedVisits leased, ArchivedVisits visits, CrawlScopes scopes, Refusals refusals) {
    this.leased = leased;
    this.visits = visits;
    this.scopes = scopes;
    this.refusals = refusals;
  }

  Inspector.Seen inspect(Inspector.Exhibit exhibit) throws IOException, InterruptedException {
    StoredPage stored = StoredPage.ofRecords(exhibit.records());
    if (stored != null && stored.belies(exhibit.uri(), exhibit.capture())) {
      return new Inspector.Seen(Sight.UNREACHED, 0, new byte[0], stored.body());
    }
    return look(exhibit.uri(), exhibit.capture(), stored);
  }

  /**
   * Looks at what a client brought: at the very response that would be shown for the page, by the
   * digest that its summary names, whatever else is among the records.
   */
  Sight compare(String uri, byte[] summary, byte[] records)
      throws IOException, InterruptedException {
    StoredPage brought;
    try (InputStream http =
        new StoredRecords(() -> new ByteArrayInputStream(records))
            .response(PageSummary.read(summary).capture().digest())) {
      if (http == null) {
        return Sight.UNREACHED;
      }
      brought = StoredPage.of(http);
    }
    long lately = (System.currentTimeMillis() - LATELY.toMillis()) * 1_000_000;
    return look(uri, brought.vouch(uri, true, lately), brought).sight();
  }

  private Inspector.Seen look(String uri, VouchedCapture capture, @Nullable StoredPage stored)
      throws IOException, InterruptedException {
    Refetched first = refetch(uri);
    if (first == null) {
      return Inspector.Seen.nothing();
    }
    boolean same =
        first.page().isWhatWasCommitted(capture)
            || (stored != null
                && stored.isWhatWasCommitted(capture)
                && stored.isLike(first.page()));
    if (same) {
      return new Inspector.Seen(Sight.AS_COMMITTED, first.origin(), new byte[0], null);
    }
    if (first.page().isNewerThan(capture)) {
      // News is not a lie: what the page was before, nobody can see any more.
      return new Inspector.Seen(Sight.CHANGING, first.origin(), first.records(), null);
    }
    Refetched second = refetch(uri);
    Sight sight =
        second == null
            ? Sight.UNREACHED
            : first.page().isLike(second.page()) ? Sight.DIFFERENT : Sight.CHANGING;
    return new Inspector.Seen(sight, first.origin(), first.records(), null);
  }

  /**
   * A page as this peer is served it.
   *
   * @param origin the network of the address that served it
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, not shared
  private record Refetched(StoredPage page, long origin, byte[] records) {}

  /** Fetches a page for the sake of trust, under the same leases as any other; null in vain. */
  private @Nullable Refetched refetch(String uri) throws IOException, InterruptedException {
    if (refusals.of(Act.FETCH, RuleSubject.address(uri)) != null) {
      return null;
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        return refetchNow(uri);
      } catch (RetryLater e) {
        Thread.sleep(Duration.ofNanos(Math.clamp(e.waitNanos(), 1_000_000, 5_000_000_000L)));
      } catch (TriedInVain | GivenUp e) {
        return null;
      }
    }
    return null;
  }

  private @Nullable Refetched refetchNow(String uri)
      throws IOException, InterruptedException, RetryLater, TriedInVain, GivenUp {
    WebUrl url = WebUrl.parse(uri);
    if (url == null) {
      return null;
    }
    CrawlPlan plan = new CrawlPlan(0, 0, CrawlPlan.FOR_EVER, List.of(uri), Map.of());
    Key host = Leases.name(url.host());
    Task task = Task.of(new CrawlId(host.high(), host.middle()), uri);
    Target page = PageMarks.target(task);
    if (page == null) {
      return null;
    }
    CrawlScope scope = scopes.of(task.crawl(), plan);
    CheckedAddress address = leased.address(page);
    VisitStep step =
        leased.step(
            page,
            address,
            // Nobody follows its links, so nobody misses those that are left out.
            new LeasedVisits.Purpose(scope, 1, true, null, LeftOut.NOBODY, null));
    if (step instanceof VisitStep.CapturedPage captured) {
      Optional<ArchivedVisits.KeptRecords> kept = visits.keep(captured.sealed());
      byte[] records = kept.isEmpty() ? new byte[0] : kept.get().bytes();
      StoredPage seen = records.length == 0 ? null : StoredPage.ofRecords(records);
      if (seen == null) { // as it was when this peer fetched it before
        try (InputStream http = visits.stored(url)) {
          seen = http == null ? null : StoredPage.of(http);
        }
      }
      long origin = OriginNetwork.of(address.address());
      return seen == null ? null : new Refetched(seen, origin, records);
    }
    if (step instanceof VisitStep.RobotsAnswer || step instanceof VisitStep.AddressFound) {
      throw new RetryLater(leased.host(page).pause());
    }
    return null;
  }
}
