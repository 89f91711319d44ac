package org.orbweaver.app.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.task.BlockingLeases;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.Refusals;
import org.orbweaver.app.task.RefusedByRule;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.app.trust.OriginNetwork;
import org.orbweaver.app.trust.StoredPage;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.trust.Inspector;
import org.orbweaver.trust.Sight;
import org.orbweaver.trust.VouchedCapture;
import org.orbweaver.web.ArchivedVisits;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.visit.Cause;
import org.orbweaver.web.visit.Discovery;
import org.orbweaver.web.visit.HostState;
import org.orbweaver.web.visit.LeftOut;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Role;
import org.orbweaver.web.visit.Target;
import org.orbweaver.web.visit.VisitOptions;
import org.orbweaver.web.visit.VisitStep;

/**
 * Visits pages by the same steps as a crawl on one machine does, but the turns are the swarm's: a
 * request is made under the leases of its host and of its IP address, which are given back with the
 * rest that the host is due. A run of a task makes one request: after robots.txt the task comes
 * again when the host has rested.
 */
final class PageWork implements TaskKind.Work {
  /** A fetch must be over before its lease is. */
  private static final Duration LONGEST_FETCH = Duration.ofNanos(Leases.LASTS * 3 / 4);

  /** Records that are read again to say what this peer vouches for. */
  private static final long MOST_VOUCHED = 16 << 20;

  /** How long a check may wait for a host that others use. */
  private static final Duration CHECK_PATIENCE = Duration.ofMinutes(1);

  private static final int MOST_HOSTS = 10_000;
  private static final int MOST_REDIRECTS_TOLD = 4;

  /** Of a host, since its last page: a robots.txt, and the redirects that led to it. */
  private static final int MOST_BESIDES = 6;

  private final ArchivedVisits visits;
  private final Manners manners;
  private final CrawlScopes scopes;
  private final BlockingLeases leases;
  private final PieceDisk results;
  private final TaskRecords records;
  private final TaskRecords.Swarm pieces;
  private final Troubles troubles;
  private final VisitLogs logs;
  private final Refusals refusals;
  private final boolean rendering;
  private final boolean vouching;
  private final Map<String, HostState> hosts =
      Collections.synchronizedMap(new LruMap<>(MOST_HOSTS));
  private final Map<String, List<ArchivedVisits.KeptRecords>> besides =
      Collections.synchronizedMap(new LruMap<>(MOST_HOSTS));

  private PageWork(ArchivedVisits visits, VisitOptions options, PeerTools tools) {
    this.visits = visits;
    this.manners = options.manners();
    this.scopes =
        new CrawlScopes(
            options,
            tools.wishes().web().scope().traps(),
            tools.data().resolve("collections"),
            tools.records());
    this.leases = tools.leases();
    this.results = tools.results();
    this.records = tools.records();
    this.pieces = tools.pieces();
    this.troubles = tools.troubles();
    this.logs = new VisitLogs(tools.data(), tools.troubles(), InstantSource.system());
    this.refusals = tools.refusals();
    this.rendering = options.browser() != null;
    this.vouching = tools.vouching();
  }

  static PageWork open(PeerTools tools) throws IOException {
    WebCrawlOptions web = tools.wishes().web();
    VisitOptions own = web.crawl().visit();
    VisitOptions options = own.withLimits(own.limits().within(LONGEST_FETCH));
    ArchivedVisits visits =
        ArchivedVisits.open(
            tools.data().resolve("archive"),
            options,
            web.access(),
            web.warc().withSync(true), // what is acknowledged must survive a power failure
            renderer(options.browser()),
            InstantSource.system());
    return new PageWork(visits, options, tools);
  }

  private static @Nullable Renderer renderer(@Nullable Browser browser) throws IOException {
    try {
      return browser == null ? null : browser.start();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the browser started", e);
    }
  }

  @Override
  public Runner.Outcome run(Task task, CrawlPlan plan) throws Exception {
    return run(task, plan, new TaskKind.Attempt(false, null));
  }

  @Override
  public Runner.Outcome run(Task task, CrawlPlan plan, TaskKind.Attempt attempt) throws Exception {
    Target page = PageMarks.target(task);
    if (page == null) {
      throw new GivenUp("it is no address of a web page");
    }
    CrawlScope crawl = scopes.of(task.crawl(), plan);
    crawl.admit(page);
    refuse(RuleSubject.address(task.uri()));
    CrawlScope.Visited before = crawl.visited(task);
    if (before != null && !rendering) {
      return followed(task, page, crawl, before);
    }
    HostState host = hosts.computeIfAbsent(page.url().authority(), name -> new HostState(manners));
    Earlier earlier = earlier(task, attempt.before());
    VisitStep found = visits.resolve(page.url().host(), host);
    VisitStep step =
        found instanceof VisitStep.AddressFound(CheckedAddress address)
            ? step(task, page, crawl, host, address, attempt.isLast(), earlier)
            : found;
    if (step instanceof VisitStep.CapturedPage captured) {
      refuse(task, captured);
    }
    log(task, page, attempt, step);
    return switch (step) {
      case VisitStep.CapturedPage captured when earlier != null && !captured.changed() -> {
        captured.sealed().close();
        yield earlier.seenAgain(captured.capture().at(), links(task, page, crawl, host, captured));
      }
      case VisitStep.CapturedPage captured -> outcome(task, page, crawl, host, captured);
      case VisitStep.RobotsAnswer _, VisitStep.AddressFound _ -> throw new RetryLater(host.pause());
      case VisitStep.HostLater(long wait, Cause cause, boolean _) ->
          throw new TriedInVain(wait, cause.because());
      case VisitStep.PageLater(long rest, Cause cause, long _) ->
          throw new TriedInVain(rest, cause.because());
      case VisitStep.HostFailure(Cause cause) -> throw new GivenUp(cause.because());
      case VisitStep.PageFailure(Cause cause) -> throw new GivenUp(cause.because());
      case VisitStep.Refusal(Cause cause) -> throw new GivenUp(cause.because());
    };
  }

  /** A line for what is settled; what is tried again has none. */
  private void log(Task task, Target page, TaskKind.Attempt attempt, VisitStep step) {
    switch (step) {
      case VisitStep.CapturedPage captured -> logs.captured(task, page, captured);
      case VisitStep.HostLater later when attempt.isLast() ->
          logs.missed(task, page, later.cause());
      case VisitStep.PageLater later when attempt.isLast() ->
          logs.missed(task, page, later.cause());
      case VisitStep.HostFailure(Cause cause) -> logs.missed(task, page, cause);
      case VisitStep.PageFailure(Cause cause) -> logs.missed(task, page, cause);
      case VisitStep.Refusal(Cause cause) -> logs.missed(task, page, cause);
      case VisitStep.AddressFound _,
          VisitStep.RobotsAnswer _,
          VisitStep.HostLater _,
          VisitStep.PageLater _ -> {}
    }
  }

  /** By what is known only now; nothing of it stays here. */
  private void refuse(Task task, VisitStep.CapturedPage captured)
      throws RefusedByRule, IOException {
    try {
      refuse(
          new RuleSubject(
              task.uri(), captured.mediaType(), captured.bytes(), captured.capture().digest()));
    } catch (RefusedByRule e) {
      captured.sealed().close();
      throw e;
    }
  }

  private void refuse(RuleSubject page) throws RefusedByRule {
    String because = refusals.of(Act.FETCH, page);
    if (because != null) {
      throw new RefusedByRule(because);
    }
  }

  private CheckedAddress address(Target page, HostState host) throws TriedInVain, GivenUp {
    return switch (visits.resolve(page.url().host(), host)) {
      case VisitStep.AddressFound(CheckedAddress found) -> found;
      case VisitStep.HostLater(long wait, Cause cause, boolean _) ->
          throw new TriedInVain(wait, cause.because());
      case VisitStep.HostFailure(Cause cause) -> throw new GivenUp(cause.because());
      case VisitStep other -> throw new IllegalStateException("a name leads to " + other);
    };
  }

  /** Makes the next step under the leases, and gives them back with the rest that is due. */
  private VisitStep step(
      Task task,
      Target page,
      CrawlScope crawl,
      HostState host,
      CheckedAddress address,
      boolean last,
      @Nullable Earlier earlier)
      throws IOException, RetryLater, InterruptedException {
    String name = page.url().host();
    String where = address.address().getHostAddress();
    long since = System.nanoTime();
    Leases.Lease nameLease = leases.tryTake(name);
    Rest rest = Rest.NONE;
    try {
      Leases.Lease addressLease =
          where.equals(name) ? null : leases.tryTake(where); // or it is both
      try {
        rest = new Rest(host.pause(), manners.addressDelay().toNanos());
        VisitStep step =
            visits.step(
                page,
                new LeasedTurn(
                    host,
                    address,
                    task.round() + 1,
                    last,
                    earlier,
                    crawl.policy(),
                    visits,
                    kept -> besides(page, kept),
                    since + Leases.LASTS - LONGEST_FETCH.toNanos(),
                    troubles,
                    leftOut(task)));
        rest = rest(step, host);
        return step;
      } finally {
        if (addressLease != null) {
          leases.giveBack(addressLease, rest.address());
        }
      }
    } finally {
      leases.giveBack(nameLease, rest.host());
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

  private Runner.Outcome outcome(
      Task task, Target page, CrawlScope crawl, HostState host, VisitStep.CapturedPage captured)
      throws IOException, InterruptedException {
    Optional<ArchivedVisits.KeptRecords> kept = visits.keep(captured.sealed());
    List<EntryId> pieces = new ArrayList<>();
    if (kept.isPresent()) {
      for (ArchivedVisits.KeptRecords beside : taken(page)) {
        pieces.addAll(refer(task, beside));
      }
      pieces.addAll(refer(task, kept.get()));
      pieces.addAll(payload(task, kept.get(), captured.capture().digest()));
    }
    PageSummary summary =
        new PageSummary(
            captured.status(),
            captured.capture(),
            captured.mediaType(),
            captured.bytes(),
            List.of(),
            movedTo(page, captured.links()));
    Runner.Outcome outcome =
        new Runner.Outcome(
            summary.bytes(),
            links(task, page, crawl, host, captured),
            pieces,
            vouching && kept.isPresent() ? vouched(task, kept.get()) : null);
    crawl.visited(task, page.url(), outcome);
    return outcome;
  }

  private List<EntryId> refer(Task task, ArchivedVisits.KeptRecords kept) throws IOException {
    return results.refer(task.id().key(), kept.file(), kept.offset(), kept.length());
  }

  /**
   * A page with the payload of another only refers to it. Where the swarm has that other page with
   * that payload, this is enough; else the record that has the payload goes along, or nobody but
   * this peer could ever show the page.
   */
  private List<EntryId> payload(Task task, ArchivedVisits.KeptRecords kept, byte[] digest)
      throws IOException, InterruptedException {
    ArchivedVisits.SharedPayload shared = kept.shared();
    if (shared == null) {
      return List.of();
    }
    WebUrl other = WebUrl.parse(shared.url());
    Result there =
        other == null ? null : records.result(task.crawl(), Canonical.of(other).toString());
    boolean isThere =
        there != null
            && !there.pieces().isEmpty()
            && Arrays.equals(PageSummary.read(there.summary()).capture().digest(), digest);
    return isThere
        ? List.of()
        : results.refer(task.id().key(), shared.file(), shared.offset(), shared.length());
  }

  private List<FoundLink> links(
      Task task, Target page, CrawlScope crawl, HostState host, VisitStep.CapturedPage captured) {
    List<Discovery> found = new ArrayList<>(captured.links());
    List<WebUrl> sitemaps = crawl.newSitemaps(page.url(), host);
    found.addAll(crawl.policy().sitemaps(page, sitemaps, leftOut(task)));
    return links(task, crawl, found);
  }

  /** The page as the swarm has it; null if this is the first visit, or that brought nothing. */
  private @Nullable Earlier earlier(Task task, @Nullable Result before) {
    return before == null || before.pieces().isEmpty()
        ? null
        : new Earlier(PageSummary.read(before.summary()), before.pieces(task.id().key()), pieces);
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

  private List<ArchivedVisits.KeptRecords> taken(Target page) {
    List<ArchivedVisits.KeptRecords> before = besides.remove(page.url().authority());
    return before == null ? List.of() : before;
  }

  /** What others may check; of a revisit, which has no bytes of its own, nothing. */
  private @Nullable VouchedCapture vouched(Task task, ArchivedVisits.KeptRecords kept)
      throws IOException {
    if (kept.length() > MOST_VOUCHED) {
      return null;
    }
    StoredPage page = StoredPage.ofRecords(bytes(kept));
    return page == null
        ? null
        : page.vouch(task.uri(), rendering, System.currentTimeMillis() * 1_000_000);
  }

  private static byte[] bytes(ArchivedVisits.KeptRecords kept) throws IOException {
    try (FileChannel file = FileChannel.open(kept.file(), StandardOpenOption.READ)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) kept.length());
      while (bytes.hasRemaining()) {
        if (file.read(bytes, kept.offset() + bytes.position()) < 0) {
          throw new IOException("a file of the archive is shorter than it was");
        }
      }
      return bytes.array();
    }
  }

  @Override
  public Inspector.Seen inspect(Inspector.Exhibit exhibit)
      throws IOException, InterruptedException {
    StoredPage stored = StoredPage.ofRecords(exhibit.records());
    if (stored != null && stored.belies(exhibit.uri(), exhibit.capture())) {
      return new Inspector.Seen(Sight.UNREACHED, 0, new byte[0], stored.body());
    }
    Refetched first = refetch(exhibit.uri());
    if (first == null) {
      return Inspector.Seen.nothing();
    }
    boolean same =
        first.page().isWhatWasCommitted(exhibit.capture())
            || (stored != null
                && stored.isWhatWasCommitted(exhibit.capture())
                && stored.isLike(first.page()));
    if (same) {
      return new Inspector.Seen(Sight.AS_COMMITTED, first.origin(), new byte[0], null);
    }
    if (first.page().isNewerThan(exhibit.capture())) {
      // News is not a lie: what the page was before, nobody can see any more.
      return new Inspector.Seen(Sight.CHANGING, first.origin(), first.records(), null);
    }
    Refetched second = refetch(exhibit.uri());
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
    long deadline = System.nanoTime() + CHECK_PATIENCE.toNanos();
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
    HostState state = hosts.computeIfAbsent(url.authority(), name -> new HostState(manners));
    CheckedAddress address = address(page, state);
    VisitStep step = step(task, page, scope, state, address, true, null);
    if (step instanceof VisitStep.CapturedPage captured) {
      Optional<ArchivedVisits.KeptRecords> kept = visits.keep(captured.sealed());
      byte[] records = kept.isEmpty() ? new byte[0] : bytes(kept.get());
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
      throw new RetryLater(state.pause());
    }
    return null;
  }

  private static List<FoundLink> links(Task task, CrawlScope crawl, List<Discovery> found) {
    return found.stream().map(to -> PageMarks.link(task, to, crawl.way())).toList();
  }

  /**
   * The links of a page that was visited by another way, read from its capture. Those that only its
   * scripts make are not in it; a rendered page is visited again.
   */
  private Runner.Outcome followed(
      Task task, Target page, CrawlScope crawl, CrawlScope.Visited before) throws IOException {
    List<Discovery> found =
        crawl.policy().tasks(page, visits.storedLinks(before.address()), LeftOut.NOBODY);
    return new Runner.Outcome(before.summary(), links(task, crawl, found), before.pieces());
  }

  private LeftOut leftOut(Task task) {
    return (page, url, rule) -> {
      troubles.count("left out: " + rule.because(), url.toString());
      logs.leftOut(task, page, url, rule);
    };
  }

  /** Where a seed redirects to, for {@link CrawlScope}. */
  private static List<WebUrl> movedTo(Target page, List<Discovery> links) {
    return links.stream()
        .filter(to -> to.role() == Role.PAGE && to.depth() == 0 && page.role() == Role.PAGE)
        .map(Discovery::url)
        .limit(MOST_REDIRECTS_TOLD)
        .toList();
  }

  @Override
  public void close() throws IOException {
    visits.close();
    logs.close();
  }
}
