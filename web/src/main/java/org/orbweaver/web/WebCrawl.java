package org.orbweaver.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.archive.WarcCollection;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.VirtualTime;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.session.WebSession;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.crawl.CrawlParts;
import org.orbweaver.web.crawl.LogLine;
import org.orbweaver.web.crawl.OpenAddresses;
import org.orbweaver.web.crawl.VirtualCrawl;
import org.orbweaver.web.frontier.Frontier;
import org.orbweaver.web.frontier.FrontierOptions;
import org.orbweaver.web.frontier.FullDisk;
import org.orbweaver.web.frontier.PageRhythm;
import org.orbweaver.web.visit.LinkPolicy;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Pause;
import org.orbweaver.web.visit.RisingTime;
import org.orbweaver.web.visit.VisitOptions;
import org.orbweaver.web.visit.VisitParts;

/**
 * A crawl and its collection in one directory: {@code frontier}, {@code warc}, {@code index},
 * {@code seeds.txt}, {@code traps.txt}, {@code crawl.log}, {@code cookies.txt}, {@code
 * settings.txt}. Opened again after any end, it goes on where the last commit was.
 *
 * <p>It is open to change while it runs ({@link CrawlSettings}): pages under way are finished and
 * written down, and the others visited by the new rules. What the old rules left out is judged
 * anew.
 */
public final class WebCrawl implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final Path directory;
  private final WebCrawlOptions given;
  private final Frontier frontier;
  private final WarcCollection collection;
  private final Fetcher fetcher;
  private final SeedFile seeds;
  private final TrapFile traps;
  private final OpenAddresses open;
  private final InstantSource clock;
  private WebCrawlOptions options;
  private CrawlParts parts;
  private CrawlSettings settings;
  private FileTime looked;
  private volatile Crawl crawl;
  private volatile boolean stopped;
  private volatile boolean paused;

  private WebCrawl(
      Path directory,
      WebCrawlOptions given,
      CrawlSettings settings,
      Frontier frontier,
      WarcCollection collection,
      SeedFile seeds,
      InstantSource clock,
      @Nullable Fetcher elsewhere,
      Pause pause,
      @Nullable Renderer renderer)
      throws IOException {
    this.directory = directory;
    this.given = given;
    this.settings = settings;
    this.looked = lastSet();
    this.options = settings.apply(given);
    this.frontier = frontier;
    this.collection = collection;
    this.seeds = seeds;
    this.traps = new TrapFile(directory);
    this.open = new OpenAddresses(directory);
    this.clock = clock;
    HttpAccess access = given.access();
    WebSession session =
        WebSession.open(directory.resolve("cookies.txt"), access.session(), seeds.given(), clock);
    VisitOptions visit = options.crawl().visit();
    this.fetcher = elsewhere != null ? elsewhere : access.fetcher(visit, clock, session);
    ArchivingStore store = new ArchivingStore(collection);
    this.parts =
        new CrawlParts(
            frontier,
            policy(),
            new VisitParts(
                fetcher,
                access.names(clock),
                store,
                clock,
                clock instanceof VirtualTime virtual
                    ? virtual::nanos
                    : new RisingTime(clock)::nanos,
                pause,
                session,
                renderer),
            CrawlLog.open(directory, frontier.logged()));
    this.crawl = new Crawl(options.crawl(), parts);
  }

  private LinkPolicy policy() {
    Scope scope =
        new Scope(
            options.scope(),
            seeds.seeds(),
            seeds::moved,
            traps.watch(options.scope().traps().patience()));
    return LinkPolicy.of(scope, options.crawl().visit());
  }

  private static FrontierOptions frontierOptions(WebCrawlOptions options) {
    CrawlOptions crawl = options.crawl();
    return new FrontierOptions(
        crawl.visit().manners(),
        options.activeHosts(),
        crawl.every(),
        crawl.longest(),
        crawl.learned(),
        options.scope().depth() < Integer.MAX_VALUE,
        crawl.sync());
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
      WebCrawlOptions given,
      InstantSource clock,
      @Nullable Fetcher elsewhere,
      Pause pause,
      @Nullable Renderer renderer)
      throws IOException {
    CrawlSettings settings = CrawlSettings.of(directory);
    WebCrawlOptions options = settings.apply(given);
    Frontier frontier;
    try {
      frontier = Frontier.open(directory.resolve("frontier"), frontierOptions(options));
    } catch (IOException e) {
      throw FullDisk.told(e, directory);
    }
    WarcCollection collection;
    try {
      collection = options.warc().open(directory, frontier.mark(), options.crawl().visit(), clock);
    } catch (IOException e) {
      frontier.close();
      throw FullDisk.told(e, directory);
    } catch (RuntimeException e) {
      frontier.close();
      throw e;
    }
    SeedFile seedFile = new SeedFile(directory.resolve("seeds.txt"));
    seeds.forEach(seedFile::add);
    WebCrawl opened =
        new WebCrawl(
            directory,
            given,
            settings,
            frontier,
            collection,
            seedFile,
            clock,
            elsewhere,
            pause,
            renderer);
    opened.crawl.addSeeds(seeds);
    opened.askAgain(seeds);
    opened.noteSettings(new CrawlSettings(Map.of()));
    return opened;
  }

  /**
   * Who names an address once more of which nothing was had means it: a private address was refused
   * without {@code --allow}, or a server was down.
   */
  private void askAgain(List<WebUrl> seeds) throws IOException {
    if (seeds.isEmpty()) {
      return;
    }
    OpenAddresses lacking = open();
    Set<WebUrl> again =
        seeds.stream().filter(lacking::hasNothingOf).collect(Collectors.toUnmodifiableSet());
    if (!again.isEmpty()) {
      frontier.requeue(again);
    }
  }

  /**
   * Asks again for addresses of this crawl, in this round.
   *
   * @return how many of them are in its queues
   */
  public int retry(Set<WebUrl> addresses) throws IOException {
    return frontier.requeue(addresses);
  }

  /**
   * Puts down what rules left out once and let in now.
   *
   * @return how many addresses that is
   */
  public int judgeAnew() throws IOException {
    return crawl.judgeAnew(CrawlLog.skipped(directory));
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
    VirtualCrawl virtual = new VirtualCrawl(options.crawl(), parts, time);
    virtual.run();
    return virtual.counters();
  }

  /** Until the round is done, or stopped. */
  public Crawl.End run() throws IOException, InterruptedException {
    Thread watcher = Thread.ofVirtual().name("settings").start(this::watch);
    try {
      while (true) {
        adopt();
        if (stopped) {
          return Crawl.End.STOPPED;
        }
        Crawl.End end = crawl.run();
        if (end != Crawl.End.STOPPED || stopped) {
          return end;
        }
      }
    } catch (IOException e) {
      throw FullDisk.told(e, directory);
    } finally {
      watcher.interrupt();
      watcher.join();
    }
  }

  /** Ends the run that the settings' change is for. */
  private void watch() {
    try {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        if (!lastSet().equals(looked)) {
          crawl.stop();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the run is over
    } catch (IOException e) {
      crawl.stop(); // the run reads the file itself, and fails with a reason
    }
  }

  private FileTime lastSet() throws IOException {
    Path file = directory.resolve(CrawlSettings.NAME);
    return Files.exists(file) ? Files.getLastModifiedTime(file) : FileTime.fromMillis(0);
  }

  /** Takes in what was set since, and waits as long as it says so. */
  private void adopt() throws IOException, InterruptedException {
    while (!stopped) {
      FileTime last = lastSet();
      if (!last.equals(looked)) {
        looked = last;
        change(CrawlSettings.of(directory));
      }
      paused = settings.isPaused();
      if (!paused) {
        return;
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** By new settings; those that cannot be understood change nothing. */
  private void change(CrawlSettings other) throws IOException {
    CrawlSettings before = settings;
    ScopeOptions scope = options.scope();
    try {
      options = other.apply(given);
      settings = other;
      noteSettings(before);
    } catch (IllegalArgumentException e) {
      note("settings are left as they were: " + e.getMessage());
    }
    String wanted = settings.values().get(CrawlSettings.CHECKPOINT);
    if (wanted != null && !wanted.equals(before.values().get(CrawlSettings.CHECKPOINT))) {
      new Checkpoints(directory).keep(wanted, frontier);
    }
    frontier.change(frontierOptions(options));
    parts = parts.judgingBy(policy());
    crawl = new Crawl(options.crawl(), parts, crawl.counters());
    if (!scope.equals(options.scope())) {
      judgeAnew();
    }
  }

  private void noteSettings(CrawlSettings before) throws IOException {
    String news = settings.since(before);
    if (!news.isEmpty()) {
      note("set: " + news);
    }
  }

  private void note(String text) throws IOException {
    parts.log().append(List.of(LogLine.note(clock.instant(), frontier.round(), text)));
  }

  /** Begins the next round with fresh counters; the one before must be finished. */
  public void startRound() throws IOException {
    frontier.startRound(nanos());
    crawl = new Crawl(options.crawl(), parts);
  }

  /** Now, as the times at which hosts may be asked again are reckoned. */
  public long nanos() {
    return parts.visit().nanos();
  }

  public void stop() {
    stopped = true;
    crawl.stop();
  }

  /** Nothing is asked for until the settings say otherwise. */
  public boolean isPaused() {
    return paused;
  }

  /** What is lacking when a round is over, since the crawl began. */
  public OpenAddresses open() throws IOException {
    open.catchUp();
    return open;
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
