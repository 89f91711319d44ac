package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.CollectionOptions;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.fetch.http.AddressGuard;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.Http2Fetcher;
import org.orbweaver.fetch.http.Names;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.TlsTrust;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.crawl.CrawlParts;
import org.orbweaver.web.crawl.LinkPolicy;
import org.orbweaver.web.crawl.Pause;
import org.orbweaver.web.crawl.VirtualCrawl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.FrontierOptions;

/**
 * A crawl and its collection in one directory: {@code frontier}, {@code warc}, {@code index},
 * {@code seeds.txt}. Opened again after any end, it goes on where the last commit was.
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
    return open(directory, seeds, options, clock, fetcher(options, clock), Pause.REAL, renderer);
  }

  private static Fetcher fetcher(WebCrawlOptions options, InstantSource clock) throws IOException {
    CrawlOptions crawl = options.crawl();
    SSLContext tls = TlsTrust.context(options.trustEveryone());
    Fetcher first = new PageFetcher(crawl.agent(), crawl.limits(), clock, tls.getSocketFactory());
    return options.http2()
        ? new Http2Fetcher(crawl.agent(), crawl.limits(), clock, tls, first)
        : first;
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
      Fetcher fetcher,
      Pause pause,
      @Nullable Renderer renderer)
      throws IOException {
    CrawlOptions crawl = options.crawl();
    Frontier frontier =
        Frontier.open(
            directory.resolve("frontier"),
            new FrontierOptions(
                crawl.manners(),
                options.activeHosts(),
                crawl.every(),
                crawl.longest(),
                options.scope().depth() < Integer.MAX_VALUE,
                crawl.sync()));
    WarcCollection collection;
    try {
      collection =
          WarcCollection.open(
              directory,
              frontier.mark(),
              new CollectionOptions(
                  options.gzipLevel(),
                  options.rotateAt(),
                  info(crawl),
                  crawl.sync(),
                  options.recordNotModified(),
                  clock));
    } catch (IOException | RuntimeException e) {
      frontier.close();
      throw e;
    }
    Names names = new Names(options.resolver(), new AddressGuard(options.allowed()), clock);
    SeedFile seedFile = new SeedFile(directory.resolve("seeds.txt"));
    seeds.forEach(seedFile::add);
    Scope scope = new Scope(options.scope(), seedFile.seeds(), seedFile::add);
    LinkPolicy policy = new LinkPolicy(scope, crawl.requisites(), crawl.nofollow());
    CrawlParts parts =
        new CrawlParts(
            frontier,
            fetcher,
            names,
            new ArchivingStore(collection),
            policy,
            clock,
            pause,
            renderer);
    WebCrawl opened = new WebCrawl(crawl, frontier, collection, fetcher, parts, clock);
    opened.crawl.addSeeds(seeds);
    return opened;
  }

  private static Map<String, String> info(CrawlOptions crawl) {
    Map<String, String> info = new LinkedHashMap<>();
    info.put("software", "Orbweaver/" + crawl.agent().version());
    info.put("format", "WARC File Format 1.1");
    info.put(
        "conformsTo",
        "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
    info.put("http-header-user-agent", crawl.agent().toString());
    info.put("robots", crawl.robots() ? "obey" : "ignore");
    return info;
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
    collection.close();
    frontier.close();
  }
}
