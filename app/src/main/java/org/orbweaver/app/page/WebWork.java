package org.orbweaver.app.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.task.BlockingLeases;
import org.orbweaver.app.task.RetryLater;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.archive.CollectionOptions;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.archive.warc.RecordLocation;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.TlsTrust;
import org.orbweaver.fetch.robots.RobotsRules;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.lease.Leases;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.web.ArchiveWriter;
import org.orbweaver.web.ArchivingStore;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.Capture;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.crawl.HostRules;
import org.orbweaver.web.crawl.LinkPolicy;
import org.orbweaver.web.crawl.PageVisit;
import org.orbweaver.web.crawl.Pause;
import org.orbweaver.web.frontier.QueuedPage;
import org.orbweaver.web.frontier.Role;

/**
 * Fetches a web task's page: under the leases of its host and of its IP address, by the host's
 * robots.txt, into this peer's archive. Its outcome tells the status and the payload's digest; its
 * links are those within the scope of its crawl.
 */
final class WebWork implements TaskKind.Work {
  /** A fetch must be over before its lease is. */
  private static final Duration LONGEST_FETCH = Duration.ofNanos(Leases.LASTS * 3 / 4);

  private static final int MOST_RULES = 10_000;
  private static final Runner.Outcome NOTHING = new Runner.Outcome(new byte[0], List.of());

  private record Kept(RobotsRules rules, long until) {}

  /** Has others keep what was archived, too. */
  @FunctionalInterface
  interface Copies {
    /** The pieces of that part of the file, which belong to a task with that key. */
    List<EntryId> refer(Key key, Path file, long offset, long length) throws IOException;
  }

  private final WebCrawlOptions options;
  private final CrawlScopes scopes;
  private final WarcCollection collection;
  private final ArchivingStore store;
  private final ArchiveWriter desk;
  private final PageFetcher fetcher;
  private final Names names;
  private final PageVisit visit;
  private final HostRules robots;
  private final BlockingLeases leases;
  private final Copies copies;
  private final InstantSource clock;
  private final Map<String, Kept> rules = Collections.synchronizedMap(new LruMap<>(MOST_RULES));

  private int inUse;
  private boolean closed;

  private WebWork(
      WebCrawlOptions options,
      CrawlScopes scopes,
      WarcCollection collection,
      BlockingLeases leases,
      Copies copies,
      InstantSource clock) {
    CrawlOptions crawl = options.crawl();
    this.options = options;
    this.scopes = scopes;
    this.collection = collection;
    this.store = new ArchivingStore(collection);
    this.desk = new ArchiveWriter(store);
    this.fetcher =
        new PageFetcher(
            crawl.agent(),
            shortened(crawl.limits()),
            clock,
            TlsTrust.context(options.trustEveryone()).getSocketFactory());
    this.names = new Names(options.resolver(), new AddressGuard(options.allowed()), clock);
    this.visit = new PageVisit(fetcher, store);
    this.robots =
        new HostRules(
            fetcher, names, Pause.REAL, crawl.manners().delay().toNanos(), crawl.agent().token());
    this.leases = leases;
    this.copies = copies;
    this.clock = clock;
  }

  private static FetchLimits shortened(FetchLimits limits) {
    return new FetchLimits(
        limits.connect(),
        limits.silence(),
        limits.total().compareTo(LONGEST_FETCH) < 0 ? limits.total() : LONGEST_FETCH,
        limits.headBytes(),
        limits.bodyBytes(),
        limits.memoryBytes());
  }

  /** Work that archives into that directory, and goes as far as the task's crawl does. */
  static WebWork open(
      Path directory,
      WebCrawlOptions options,
      CrawlScopes scopes,
      BlockingLeases leases,
      Copies copies,
      InstantSource clock)
      throws IOException {
    WarcCollection collection =
        WarcCollection.open(
            directory,
            null,
            new CollectionOptions(
                options.gzipLevel(),
                options.rotateAt(),
                Map.of("software", "Orbweaver/" + options.crawl().agent().version()),
                options.crawl().sync(),
                options.recordNotModified(),
                clock));
    return new WebWork(options, scopes, collection, leases, copies, clock);
  }

  @Override
  public Runner.Outcome run(Task task, CrawlPlan plan)
      throws IOException, RetryLater, InterruptedException {
    WebUrl url = WebUrl.of(task.uri());
    Scope scope = scopes.of(plan);
    for (int attempt = 1; true; attempt++) {
      try (PageVisit.Visited visited = fetchUnderLeases(task, url)) {
        // The host is free again while the page is archived.
        return visited == null ? NOTHING : archived(task, url, scope, visited);
      } catch (FetchFailure e) {
        if (!e.problem().passing() || attempt >= options.crawl().manners().attempts()) {
          return NOTHING;
        }
      }
    }
  }

  /** The page; null if there is none to be had. */
  private PageVisit.@Nullable Visited fetchUnderLeases(Task task, WebUrl url)
      throws IOException, FetchFailure, RetryLater, InterruptedException {
    Duration rest = options.crawl().manners().delay();
    Leases.Lease host = leases.tryTake(url.host());
    try {
      if (!(names.lookUp(url.host()) instanceof Names.Answer.Found(CheckedAddress address))) {
        rest = Duration.ZERO;
        return null;
      }
      String where = address.address().getHostAddress();
      Leases.Lease place = null;
      try {
        place = where.equals(url.host()) ? null : leases.tryTake(where); // or one lease is both
        RobotsRules allowed = rules(url, address);
        rest = pause(allowed);
        return allowed.allows(url) ? visited(task, url, address) : null;
      } catch (RetryLater e) {
        rest = Duration.ZERO; // nothing was asked of the host
        throw e;
      } finally {
        if (place != null) {
          leases.giveBack(place, options.crawl().manners().addressDelay().toNanos());
        }
      }
    } finally {
      leases.giveBack(host, rest.toNanos());
    }
  }

  private Duration pause(RobotsRules allowed) {
    Duration usual = options.crawl().manners().delay();
    Duration longest = options.crawl().manners().longestDelay();
    Duration asked = allowed.crawlDelay().orElse(usual);
    Duration pause = asked.compareTo(usual) > 0 ? asked : usual;
    return pause.compareTo(longest) > 0 ? longest : pause;
  }

  private RobotsRules rules(WebUrl url, CheckedAddress address)
      throws IOException, InterruptedException {
    if (!options.crawl().robots()) {
      return RobotsRules.allowAll();
    }
    String authority = authority(url);
    Kept kept = rules.get(authority);
    if (kept != null && kept.until() > clock.millis()) {
      return kept.rules();
    }
    RobotsRules fresh = robots.ask(authority, address, exchange -> {});
    Duration lasts = fresh.isUnreachable() ? HostRules.KEPT_WHEN_UNREACHABLE : HostRules.KEPT;
    rules.put(authority, new Kept(fresh, clock.millis() + lasts.toMillis()));
    Thread.sleep(options.crawl().manners().delay()); // that was a request to the host, too
    return fresh;
  }

  private static String authority(WebUrl url) {
    String text = url.toString();
    return text.substring(0, text.length() - url.pathAndQuery().length());
  }

  private PageVisit.Visited visited(Task task, WebUrl url, CheckedAddress address)
      throws IOException, FetchFailure {
    enter();
    try {
      return visit.visit(url, address, task.round() > 0);
    } finally {
      leave();
    }
  }

  /**
   * From here to {@link #leave} the archive is in use: closed under it, it would take the JVM down.
   */
  private synchronized void enter() throws IOException {
    if (closed) {
      throw new IOException("the archive is closed");
    }
    inUse++;
  }

  private synchronized void leave() {
    inUse--;
    notifyAll();
  }

  private Runner.Outcome archived(Task task, WebUrl url, Scope scope, PageVisit.Visited visited)
      throws IOException, InterruptedException {
    Capture capture =
        new Capture(
            visited.exchange(),
            visited.digest(),
            visited.links(),
            visited.known(),
            task.depth(),
            task.round());
    List<EntryId> pieces;
    enter();
    try {
      pieces = pieces(task, desk.keep(store.seal(capture)));
    } finally {
      leave();
    }
    byte[] summary =
        ByteBuffer.allocate(2 + visited.digest().length)
            .putShort((short) visited.exchange().status())
            .put(visited.digest())
            .array();
    return new Runner.Outcome(summary, links(task, url, scope, visited), pieces);
  }

  /** The capture's records, for others to keep as well; they stay where they are. */
  private List<EntryId> pieces(Task task, Optional<RecordLocation> records) throws IOException {
    if (records.isEmpty()) {
      return List.of();
    }
    RecordLocation place = records.get();
    return copies.refer(
        task.id().key(), collection.files().file(place), place.offset(), place.length());
  }

  private List<FoundLink> links(Task task, WebUrl url, Scope scope, PageVisit.Visited visited) {
    LinkPolicy policy =
        new LinkPolicy(scope, options.crawl().requisites(), options.crawl().nofollow());
    QueuedPage page = new QueuedPage(0, url, Role.PAGE, task.depth(), 0, 0, task.round());
    return policy.tasks(page, visited.newLinks()).stream()
        .map(found -> FoundLink.to(found.url().toString()))
        .toList();
  }

  private synchronized void awaitLastUse() {
    closed = true;
    try {
      while (inUse > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    fetcher.close(); // fetches under way fail at once
    awaitLastUse();
    desk.close();
    collection.close();
  }
}
