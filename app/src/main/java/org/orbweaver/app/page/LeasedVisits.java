package org.orbweaver.app.page;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.BlockingLeases;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.web.ArchivedVisits;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LeftOut;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitStep;

/**
 * Steps of visits under the swarm's leases, of a host and of its IP address. They are given back
 * with the rest that the host is due, whoever asked and for whatever purpose.
 */
final class LeasedVisits {
  /** A fetch must be over before its lease is. */
  static final Duration LONGEST_FETCH = Duration.ofNanos(Leases.LASTS * 3 / 4);

  private static final int MOST_HOSTS = 10_000;

  /** Of a host, since its last page: a robots.txt, and the redirects that led to it. */
  private static final int MOST_BESIDES = 6;

  private final ArchivedVisits visits;
  private final BlockingLeases leases;
  private final Manners manners;
  private final Troubles troubles;
  private final Map<String, HostState> hosts =
      Collections.synchronizedMap(new LruMap<>(MOST_HOSTS));
  private final Map<String, List<ArchivedVisits.KeptRecords>> besides =
      Collections.synchronizedMap(new LruMap<>(MOST_HOSTS));

  LeasedVisits(ArchivedVisits visits, BlockingLeases leases, Manners manners, Troubles troubles) {
    this.visits = visits;
    this.leases = leases;
    this.manners = manners;
    this.troubles = troubles;
  }

  /**
   * What a visit is made for.
   *
   * @param round counted from one
   * @param last whether it will not be tried again
   * @param earlier the page as the swarm has it
   * @param task that asks for it; null if none does
   */
  record Purpose(
      CrawlScope crawl,
      int round,
      boolean last,
      @Nullable Earlier earlier,
      LeftOut leftOut,
      @Nullable EntryId task) {}

  HostState host(Target page) {
    return hosts.computeIfAbsent(page.url().authority(), name -> new HostState(manners));
  }

  /** Where the page's host is, or why it is not known. */
  VisitStep resolve(Target page) {
    return visits.resolve(page.url().host(), host(page));
  }

  CheckedAddress address(Target page) throws TriedInVain, GivenUp {
    return switch (resolve(page)) {
      case VisitStep.AddressFound(CheckedAddress found) -> found;
      case VisitStep.HostLater(long wait, Cause cause, boolean _) ->
          throw new TriedInVain(wait, cause.because());
      case VisitStep.HostFailure(Cause cause) -> throw new GivenUp(cause.because());
      case VisitStep other -> throw new IllegalStateException("a name leads to " + other);
    };
  }

  /** Makes the next step under the leases, and gives them back with the rest that is due. */
  VisitStep step(Target page, CheckedAddress address, Purpose purpose)
      throws IOException, RetryLater, InterruptedException {
    HostState host = host(page);
    String name = page.url().host();
    String where = address.address().getHostAddress();
    long since = System.nanoTime();
    Leases.Lease nameLease = leases.tryTake(name, purpose.task());
    Rest rest = Rest.NONE;
    try {
      Leases.Lease addressLease =
          where.equals(name) ? null : leases.tryTake(where, purpose.task()); // or it is both
      try {
        rest = new Rest(host.pause(), manners.addressDelay().toNanos());
        VisitStep step =
            visits.step(
                page,
                new LeasedTurn(
                    host,
                    address,
                    purpose.round(),
                    purpose.last(),
                    purpose.earlier(),
                    purpose.crawl().policy(),
                    visits,
                    kept -> besides(page, kept),
                    since + Leases.LASTS - LONGEST_FETCH.toNanos(),
                    troubles,
                    purpose.leftOut()));
        rest = rest(step, host);
        return step;
      } finally {
        if (addressLease != null) {
          leases.giveBack(addressLease, rest.address(), purpose.task());
        }
      }
    } finally {
      leases.giveBack(nameLease, rest.host(), purpose.task());
    }
  }

  /** How long a host and its address are to be left alone, in nanoseconds. */
  private record Rest(long host, long address) {
    static final Rest NONE = new Rest(0, 0);
  }

  private Rest rest(VisitStep step, HostState host) {
    long wanted =
        switch (step) {
          case VisitStep.CapturedPage page -> page.restNanos();
          case VisitStep.PageLater later -> later.restNanos();
          case VisitStep.HostLater later -> later.asked() ? later.waitNanos() : -1;
          case VisitStep.RobotsAnswer _, VisitStep.PageFailure _ -> 0;
          case VisitStep.AddressFound _, VisitStep.HostFailure _, VisitStep.Refusal _ -> -1;
        };
    return wanted < 0
        ? Rest.NONE
        : new Rest(Math.max(wanted, host.pause()), manners.addressDelay().toNanos());
  }

  /** A robots.txt is no task: its record goes along with the next page of its host to r disks. */
  private void besides(Target page, ArchivedVisits.KeptRecords kept) {
    besides.merge(
        page.url().authority(),
        List.of(kept),
        (before, more) ->
            before.size() < MOST_BESIDES
                ? Stream.concat(before.stream(), more.stream()).toList()
                : before);
  }

  /** What goes along with this page. */
  List<ArchivedVisits.KeptRecords> taken(Target page) {
    List<ArchivedVisits.KeptRecords> before = besides.remove(page.url().authority());
    return before == null ? List.of() : before;
  }
}
