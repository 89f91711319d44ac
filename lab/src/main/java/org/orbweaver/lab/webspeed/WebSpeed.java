package org.orbweaver.lab.webspeed;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orbweaver.app.Progress;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/**
 * Fetches one web in several ways. Bare loop and whole crawl take turns in this JVM, after six
 * turns each that do not count, against a server that sends gzipped pages, as servers do. Then come
 * our crawl, wget and scrapy as processes of their own, start and all; for our crawl and wget the
 * server sends pages as they are, since wget does not ask for more, and both write gzip level 9,
 * which is what wget does.
 */
public final class WebSpeed {
  private static final UserAgent AGENT = new UserAgent("orbweaver", "lab", "http://localhost/");
  private static final Pattern FETCHED = Pattern.compile("\"200\":(\\d+)");
  private static final int WGET_LEVEL = 9;

  /** Rounds that do not count: the compilers are still at work. */
  private static final int WARM_UP = 6;

  private final WebOptions web;
  private final int rounds;
  private final int workers;
  private final List<String> orb;
  private final Path scratch;
  private final Progress progress;
  private final List<WebSpeedReport.Arm> arms = new ArrayList<>();

  /**
   * @param orb how to start our program; without it only bare loop and crawl are compared
   * @param scratch an empty folder
   */
  public WebSpeed(
      WebOptions web, int rounds, int workers, List<String> orb, Path scratch, Progress progress) {
    this.web = web;
    this.rounds = rounds;
    this.workers = workers;
    this.orb = List.copyOf(orb);
    this.scratch = scratch;
    this.progress = progress;
  }

  public WebSpeedReport run() throws IOException, InterruptedException {
    WebShape shape = new WebShape(web);
    int port = FreePort.next();
    SiteFiles site = new SiteFiles(shape, port, scratch.resolve("site"));
    progress.at(0, "writing the web");
    site.write();
    List<String> urls = site.urls();
    String seed = "http://" + shape.name(0) + ":" + port + "/";
    try (StaticServer server = new StaticServer(scratch.resolve("site"), scratch, port, true)) {
      inThisProcess(urls, seed, server);
      if (!orb.isEmpty()) {
        scrapy(seed, server);
        orb("orb crawl, pages gzipped by the server", seed, server);
      }
    }
    if (!orb.isEmpty()) {
      try (StaticServer server = new StaticServer(scratch.resolve("site"), scratch, port, false)) {
        wget(seed, server);
        orb("orb crawl, pages as they are, level 9", seed, server);
      }
    }
    return report(urls.size());
  }

  private void inThisProcess(List<String> urls, String seed, StaticServer server)
      throws IOException, InterruptedException {
    for (int round = 1 - WARM_UP; round <= rounds; round++) {
      progress.at(0.3, "bare loop and crawl, round " + round);
      WebSpeedReport.Arm bare =
          measured("bare loop", server, () -> new BareFetching(urls, workers).run(AGENT));
      Path folder = scratch.resolve("crawl" + round);
      WebSpeedReport.Arm crawl = measured("crawl", server, () -> crawl(seed, folder));
      if (round > 0) {
        arms.add(bare);
        arms.add(crawl);
      }
    }
  }

  private interface Fetching {
    long run() throws IOException, InterruptedException;
  }

  private static WebSpeedReport.Arm measured(String name, StaticServer server, Fetching fetching)
      throws IOException, InterruptedException {
    double processor = processorSeconds();
    double served = seconds(server.processorTime());
    long started = System.nanoTime();
    long fetched = fetching.run();
    return WebSpeedReport.Arm.of(
        name,
        fetched,
        (System.nanoTime() - started) / 1e9,
        processorSeconds() - processor,
        seconds(server.processorTime()) - served);
  }

  private static double processorSeconds() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime() / 1e9
        : Double.NaN;
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private long crawl(String seed, Path folder) throws IOException, InterruptedException {
    CrawlOptions crawl = CrawlOptions.usual(AGENT).withManners(Manners.none()).withWorkers(workers);
    WebCrawlOptions options =
        WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.ANY)).allowing(List.of("127.0.0.0/8"));
    try (WebCrawl opened =
        WebCrawl.open(folder, List.of(WebUrl.of(seed)), options, InstantSource.system())) {
      opened.run();
      return opened.counters().snapshot().statuses().getOrDefault("200", 0L);
    }
  }

  private void scrapy(String seed, StaticServer server) throws IOException, InterruptedException {
    progress.at(0.7, "scrapy");
    double served = seconds(server.processorTime());
    add("scrapy", new Programs(scratch).scrapy(seed), seconds(server.processorTime()) - served);
  }

  private void wget(String seed, StaticServer server) throws IOException, InterruptedException {
    progress.at(0.8, "wget");
    double served = seconds(server.processorTime());
    add("wget", new Programs(scratch).wget(seed), seconds(server.processorTime()) - served);
  }

  private void orb(String name, String seed, StaticServer server)
      throws IOException, InterruptedException {
    progress.at(0.9, "orb");
    List<String> command = new ArrayList<>(orb);
    command.addAll(
        List.of(
            seed,
            "--scope=any",
            "--allow=127.0.0.0/8",
            "--delay=0ms",
            "--gzip-level=" + WGET_LEVEL,
            "--data=" + scratch.resolve("orb" + arms.size()),
            "--json"));
    double served = seconds(server.processorTime());
    Programs programs = new Programs(scratch);
    double[] times = programs.orb(command);
    Matcher fetched = FETCHED.matcher(programs.said("orb"));
    if (!fetched.find()) {
      throw new IOException("our own crawl failed; see " + scratch.resolve("orb"));
    }
    add(
        name,
        new Programs.Ran(Long.parseLong(fetched.group(1)), times[0], times[1]),
        seconds(server.processorTime()) - served);
  }

  private void add(String name, Programs.Ran ran, double served) {
    arms.add(
        WebSpeedReport.Arm.of(name, ran.pages(), ran.seconds(), ran.processorSeconds(), served));
  }

  private WebSpeedReport report(long pages) {
    double[] bySeconds = new double[rounds];
    double[] byProcessor = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      WebSpeedReport.Arm bare = arms.get(2 * round);
      WebSpeedReport.Arm crawl = arms.get(2 * round + 1);
      bySeconds[round] = crawl.pagesPerSecond() / bare.pagesPerSecond();
      byProcessor[round] = crawl.pagesPerProcessorSecond() / bare.pagesPerProcessorSecond();
    }
    return new WebSpeedReport(
        web.hosts(),
        pages,
        web.seed(),
        median(bySeconds),
        median(byProcessor),
        perProcessorSecond("orb crawl, pages as") / perProcessorSecond("wget"),
        perProcessorSecond("orb crawl, pages gzipped") / perProcessorSecond("scrapy"),
        arms);
  }

  private double perProcessorSecond(String name) {
    return arms.stream()
        .filter(arm -> arm.name().startsWith(name))
        .mapToDouble(WebSpeedReport.Arm::pagesPerProcessorSecond)
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double median(double[] values) {
    java.util.Arrays.sort(values);
    return values[values.length / 2];
  }
}
