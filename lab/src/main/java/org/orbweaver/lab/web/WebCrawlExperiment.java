package org.orbweaver.lab.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.orbweaver.app.Progress;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.ServedWeb;
import org.orbweaver.sim.web.VirtualWeb;
import org.orbweaver.sim.web.VisitLog;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/**
 * Crawls a synthetic web over real sockets and compares what was visited with what should have
 * been; then, if asked, again on later days. The days pass by setting a clock forward.
 */
public final class WebCrawlExperiment {
  private final WebOptions web;
  private final Duration delay;
  private final int days;
  private final int workers;
  private final boolean virtual;
  private final Path directory;
  private final Progress progress;

  /**
   * @param delay visitors owe each host between requests
   * @param days later rounds
   * @param virtual in virtual time instead of over sockets
   * @param directory for the collection; must be empty
   */
  public WebCrawlExperiment(
      WebOptions web,
      Duration delay,
      int days,
      int workers,
      boolean virtual,
      Path directory,
      Progress progress) {
    this.web = web;
    this.delay = delay;
    this.days = days;
    this.workers = workers;
    this.virtual = virtual;
    this.directory = directory;
    this.progress = progress;
  }

  public WebCrawlReport run() throws IOException, InterruptedException {
    WebShape shape = new WebShape(web);
    return virtual ? inVirtualTime(shape) : overSockets(shape);
  }

  private WebCrawlReport overSockets(WebShape shape) throws IOException, InterruptedException {
    Watched visits = new Watched();
    try (LoopbackWeb server = new LoopbackWeb(shape, 0, delay.toNanos(), visits)) {
      MovableClock clock = new MovableClock();
      List<WebUrl> seeds = List.of(WebUrl.of(server.seed()));
      try (WebCrawl crawl = WebCrawl.open(directory, seeds, options(server), clock)) {
        Rounds rounds =
            () -> {
              crawl.run();
              return crawl.counters();
            };
        return run(shape, server, visits, crawl, rounds, clock::forward);
      }
    }
  }

  private WebCrawlReport inVirtualTime(WebShape shape) throws IOException, InterruptedException {
    Watched visits = new Watched();
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
    VirtualWeb server = new VirtualWeb(shape, time, delay.toNanos(), visits);
    List<WebUrl> seeds = List.of(WebUrl.of(server.seed()));
    try (WebCrawl crawl =
        WebCrawl.open(directory, seeds, options(server), time, server, time::pass)) {
      return run(
          shape,
          server,
          visits,
          crawl,
          () -> crawl.runVirtually(time),
          day -> time.pass(day.toNanos()));
    }
  }

  /** Runs the crawl's current round. */
  private interface Rounds {
    CrawlCounters run() throws IOException, InterruptedException;
  }

  private WebCrawlReport run(
      WebShape shape,
      ServedWeb server,
      Watched visits,
      WebCrawl crawl,
      Rounds each,
      Consumer<Duration> clock)
      throws IOException, InterruptedException {
    VisitLog log = visits.expect(new WebTruth(shape, server.links()).expected(0));
    long started = System.nanoTime();
    MemoryWatch memory = new MemoryWatch(server::requests, log.expected(), progress);
    CrawlCounters counters = each.run();
    double seconds = (System.nanoTime() - started) / 1e9;
    List<WebCrawlReport.Memory> samples = memory.end();
    long dayBytes = server.bytes();
    long[] rows = {0};
    crawl.collection().index().forEach(row -> rows[0]++);
    long requests = server.requests();
    Map<String, Long> problems = counters.snapshot().problems();
    List<WebCrawlReport.Round> rounds = new ArrayList<>();
    for (int day = 1; day <= days; day++) {
      clock.accept(Duration.ofDays(1));
      rounds.add(round(day, shape, server, visits, crawl, each));
    }
    return new WebCrawlReport(
        web.hosts(),
        web.pages(),
        web.seed(),
        log.expected(),
        log.once(),
        log.missed(),
        log.repeated(),
        log.outOfScope(),
        log.forbidden(),
        server.tooSoon(),
        server.atOnce(),
        rows[0],
        requests,
        seconds,
        requests / seconds,
        dayBytes,
        samples,
        rounds,
        log.sampleMissed(),
        problems);
  }

  private WebCrawlOptions options(ServedWeb server) {
    UserAgent agent = new UserAgent("orbweaver", "lab", "http://localhost/");
    CrawlOptions crawl =
        CrawlOptions.usual(agent)
            .withManners(Manners.none().withDelay(delay, Duration.ZERO))
            .withWorkers(workers);
    // The truth this is compared with ends the web's path trap by its shape.
    ScopeOptions scope =
        new ScopeOptions(
            Reach.DOMAIN,
            Integer.MAX_VALUE,
            List.of(),
            List.of(),
            Set.of(),
            Traps.usual().withRepeats(3));
    return WebCrawlOptions.usual(crawl, scope)
        .allowing(List.of("127.0.0.0/8"))
        .resolvingBy(server::resolve);
  }

  private WebCrawlReport.Round round(
      int day, WebShape shape, ServedWeb server, Watched visits, WebCrawl crawl, Rounds each)
      throws IOException, InterruptedException {
    VisitLog log = visits.expect(new WebTruth(shape, server.links()).expected(day));
    long requestsBefore = server.requests();
    long bytesBefore = server.bytes();
    long bodiesBefore = server.bodyBytes();
    server.setDay(day);
    crawl.startRound();
    CrawlCounters.Snapshot counts = each.run().snapshot();
    WebChange change = new WebChange(shape, server.links(), day);
    return new WebCrawlReport.Round(
        day,
        server.requests() - requestsBefore,
        log.missed(),
        change.documents(),
        counts.fetched() - counts.notModified(),
        counts.notModified(),
        server.bytes() - bytesBefore,
        server.bodyBytes() - bodiesBefore,
        change.bytes(),
        change.newLinks(),
        counts.links());
  }

  /** Visits go to whatever log is current. */
  private static final class Watched implements Consumer<String> {
    private volatile VisitLog log = new VisitLog(Set.of());

    VisitLog expect(Set<String> addresses) {
      log = new VisitLog(addresses);
      return log;
    }

    @Override
    public void accept(String address) {
      log.accept(address);
    }
  }

  /** The machine's clock, and days ahead of it. */
  private static final class MovableClock implements java.time.InstantSource {
    private volatile Duration ahead = Duration.ZERO;

    void forward(Duration more) {
      ahead = ahead.plus(more);
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(ahead);
    }
  }
}
