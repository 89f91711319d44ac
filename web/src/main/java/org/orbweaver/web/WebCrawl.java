package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.TrapWatch;
import org.orbweaver.fetch.session.Session;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.crawl.CrawlParts;
import org.orbweaver.web.crawl.VirtualCrawl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.FrontierOptions;
import org.orbweaver.web.frontier.PageRhythm;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Pause;
import org.orbweaver.web.visit.VisitParts;

/**
 * A crawl and its collection in one directory: {@code frontier}, {@code warc}, {@code index},
 * {@code seeds.txt}, {@code traps.txt}, {@code crawl.log}, {@code cookies.txt}. Opened again after any end, it goes on
 * where the last commit was.
 */
public final class WebCrawl implements AutoCloseable {
  private final CrawlOptions options;
  private final Frontier frontier;
  private final WarcCollection collection;
  private final Fetcher fetcher;
  private final CrawlParts parts;
  private final InstantSource clock;
  private volatile Crawl crawl;

  private WebCrawl(
      CrawlOptions options,
      Frontier frontier,
      WarcCollection collection,
      Fetcher fetcher,
      CrawlParts parts,
      InstantSource clock) {
    this.options = options;
    this.frontier = frontier;
    this.collection = collection;
    this.fetcher = fetcher;
    this.parts = parts;
    this.clock = clock;
    this.crawl = new Crawl(options, parts);
  }

  public static WebCrawl open(
      Path directory, List<WebUrl> seeds, WebCrawlOptions options, InstantSource clock)
      throws IOException {
    return open(directory, seeds, options, clock, (Renderer) null);
  }

  /** The same with the links that scripts make; whoever opens the renderer closes it. */
  public static WebCrawl open(
      Path directory,
      List<WebUrl> seeds,
      WebCrawlOptions options,
      InstantSource clock,
      @Nullable Renderer renderer)
      throws IOException {
    return open(directory, seeds, options, clock, null, Pause.REAL, renderer);
  }

  /** The same with pages from elsewhere, as in virtual time. */
  public static WebCrawl open(
      Path directory,
      List<WebUrl> seeds,
      WebCrawlOptions options,
      InstantSource clock,
      Fetcher fetcher,
      Pause pause)
      throws IOException {
    return open(directory, seeds, options, clock, fetcher, pause, null);
  }

  private static WebCrawl open(
      Path directory,
      List<WebUrl> seeds,
      WebCrawlOptions options,
      InstantSource clock,
      @Nullable Fetcher elsewhere,
      Pause pause,
      @Nullable Renderer renderer)
      throws IOException {
    CrawlOptions crawl = options.crawl();
    Frontier frontier =
        Frontier.open(
            directory.resolve("frontier"),
            new FrontierOptions(
                crawl.visit().manners(),
                options.activeHosts(),
                crawl.every(),
                crawl.longest(),
                crawl.learned(),
                options.scope().depth() < Integer.MAX_VALUE,
                crawl.sync()));
    WarcCollection collection;
    try {
      collection = options.warc().open(directory, frontier.mark(), crawl.visit(), clock);
    } catch (IOException | RuntimeException e) {
      frontier.close();
      throw e;
    }
    SeedFile seedFile = new SeedFile(directory.resolve("seeds.txt"));
    seeds.forEach(seedFile::add);
    Session session =
        Session.open(
            directory.resolve("cookies.txt"),
            options.access().session(),
            seedFile.given(),
            clock);
    Fetcher fetcher =
        elsewhere != null ? elsewhere : options.access().fetcher(crawl.visit(), clock, session);
    TrapFile traps = new TrapFile(directory.resolve("traps.txt"));
    int patience = options.scope().traps().patience();
    Scope scope =
        new Scope(
            options.scope(),
            seedFile.seeds(),
            seedFile::moved,
            new TrapWatch(patience, traps.known(patience), trap -> traps.add(trap, patience)));
    CrawlParts parts =
        new CrawlParts(
            frontier,
            LinkPolicy.of(scope, crawl.visit()),
            new VisitParts(
                fetcher,
                options.access().names(clock),
                new ArchivingStore(collection),
                clock,
                pause,
                session,
                renderer),
            CrawlLog.open(directory, frontier.logged()));
    WebCrawl opened = new WebCrawl(crawl, frontier, collection, fetcher, parts, clock);
    opened.crawl.addSeeds(seeds);
    return opened;
  }

  /**
   * Asks again for addresses of this crawl, in this round; those that were left out before they
   * came into a queue are judged anew.
   *
   * @return how many there are
   */
  public int retry(Set<WebUrl> addresses) throws IOException {
    return frontier.requeue(addresses);
  }

  /** How often the pages of the crawl in that directory are visited. */
  public static void rhythms(Path directory, Consumer<PageRhythm> action) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IOException("there is no crawl in " + directory);
    }
    try (Frontier frontier =
        Frontier.open(directory.resolve("frontier"), FrontierOptions.usual(Manners.usual()))) {
      frontier.forEachRhythm(action);
    }
  }

  /** A whole round in virtual time, which must be the clock this crawl was opened with. */
  public CrawlCounters runVirtually(VirtualTime time) throws IOException, InterruptedException {
    VirtualCrawl virtual = new VirtualCrawl(options, parts, time);
    virtual.run();
    return virtual.counters();
  }

  /** Until the round is done, or stopped. */
  public Crawl.End run() throws IOException, InterruptedException {
    return crawl.run();
  }

  /** Begins the next round with fresh counters; the one before must be finished. */
  public void startRound() throws IOException {
    var now = clock.instant();
    frontier.startRound(now.getEpochSecond() * 1_000_000_000L + now.getNano());
    crawl = new Crawl(options, parts);
  }

  public void stop() {
    crawl.stop();
  }

  public CrawlCounters counters() {
    return crawl.counters();
  }

  public Frontier frontier() {
    return frontier;
  }

  public WarcCollection collection() {
    return collection;
  }

  @Override
  public void close() throws IOException {
    fetcher.close();
    parts.visit().session().save();
    parts.log().close();
    collection.close();
    frontier.close();
  }
}
