package org.orbweaver.app.page;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.capture.PageSummary;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.Refusals;
import org.orbweaver.app.task.RefusedByRule;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.app.task.TaskRecords;
import org.orbweaver.app.task.TriedInVain;
import org.orbweaver.app.task.Troubles;
import org.orbweaver.app.trust.StoredPage;
import org.orbweaver.archive.access.Act;
import org.orbweaver.archive.access.RuleSubject;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.Canonical;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.ledger.EntryId;
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
  /** Records that are read again to say what this peer vouches for. */
  private static final long MOST_VOUCHED = 16 << 20;

  private static final int MOST_REDIRECTS_TOLD = 4;

  private final ArchivedVisits visits;
  private final LeasedVisits leased;
  private final CrawlScopes scopes;
  private final PageInspector inspector;
  private final PieceDisk results;
  private final TaskRecords records;
  private final TaskRecords.Swarm pieces;
  private final Troubles troubles;
  private final VisitLogs logs;
  private final Refusals refusals;
  private final boolean rendering;
  private final boolean vouching;

  private PageWork(ArchivedVisits visits, VisitOptions options, PeerTools tools) {
    this.visits = visits;
    this.leased = new LeasedVisits(visits, tools.leases(), options.manners(), tools.troubles());
    this.scopes =
        new CrawlScopes(
            options,
            tools.wishes().web().scope().traps(),
            tools.data().resolve("collections"),
            tools.records());
    this.results = tools.results();
    this.records = tools.records();
    this.pieces = tools.pieces();
    this.troubles = tools.troubles();
    this.logs = new VisitLogs(tools.data(), tools.troubles(), InstantSource.system());
    this.refusals = tools.refusals();
    this.rendering = options.browser() != null;
    this.vouching = tools.vouching();
    this.inspector = new PageInspector(leased, visits, scopes, refusals);
  }

  static PageWork open(PeerTools tools) throws IOException {
    WebCrawlOptions web = tools.wishes().web();
    VisitOptions own = web.crawl().visit();
    VisitOptions options = own.withLimits(own.limits().within(LeasedVisits.LONGEST_FETCH));
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
    HostState host = leased.host(page);
    Earlier earlier = earlier(task, attempt.before());
    VisitStep found = leased.resolve(page);
    VisitStep step =
        found instanceof VisitStep.AddressFound(CheckedAddress address)
            ? leased.step(
                page,
                address,
                new LeasedVisits.Purpose(
                    crawl, task.round() + 1, attempt.isLast(), earlier, leftOut(task), task.id()))
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

  private Runner.Outcome outcome(
      Task task, Target page, CrawlScope crawl, HostState host, VisitStep.CapturedPage captured)
      throws IOException, InterruptedException {
    Optional<ArchivedVisits.KeptRecords> kept = visits.keep(captured.sealed());
    List<EntryId> pieces = new ArrayList<>();
    if (kept.isPresent()) {
      for (ArchivedVisits.KeptRecords beside : leased.taken(page)) {
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

  /** What others may check; of a revisit, which has no bytes of its own, nothing. */
  private @Nullable VouchedCapture vouched(Task task, ArchivedVisits.KeptRecords kept)
      throws IOException {
    if (kept.length() > MOST_VOUCHED) {
      return null;
    }
    StoredPage page = StoredPage.ofRecords(kept.bytes());
    return page == null
        ? null
        : page.vouch(task.uri(), rendering, System.currentTimeMillis() * 1_000_000);
  }

  /** Nobody's page is compared with one that a browser has finished. */
  @Override
  public Runner.Lent lend(Task task, CrawlPlan plan, TaskKind.Attempt attempt) throws Exception {
    Target page = PageMarks.target(task);
    if (page == null || rendering) {
      throw new GivenUp("it is not lent");
    }
    scopes.of(task.crawl(), plan).admit(page);
    refuse(RuleSubject.address(task.uri()));
    return (summary, isUnchanged) -> {};
  }

  @Override
  public Sight compare(String uri, byte[] summary, byte[] records)
      throws IOException, InterruptedException {
    return inspector.compare(uri, summary, records);
  }

  @Override
  public Inspector.Seen inspect(Inspector.Exhibit exhibit)
      throws IOException, InterruptedException {
    return inspector.inspect(exhibit);
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
