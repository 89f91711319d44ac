package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.crawl.CrawlReport;
import org.orbweaver.app.crawl.CrawlRounds;
import org.orbweaver.app.crawl.CrawlSummary;
import org.orbweaver.app.crawl.RoundLines;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.render.Browser;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.shell.DrawnLines;
import org.orbweaver.shell.Durations;
import org.orbweaver.shell.Output;
import org.orbweaver.shell.PositiveNumber;
import org.orbweaver.shell.WrongUse;
import org.orbweaver.shell.pages.LimitOptions;
import org.orbweaver.shell.pages.PageOptions;
import org.orbweaver.web.HttpAccess;
import org.orbweaver.web.WarcOptions;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.VisitOptions;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a crawl is run, whether it begins, goes on or tries again. */
final class CrawlJob {
  /** Everything else is there, but some addresses could not be had. */
  static final int WITH_FAILURES = 3;

  @Mixin private PageOptions fetching;
  @Mixin private LimitOptions limits;
  @Mixin private CollectionPlace place;
  @Mixin private SessionOptions session;

  @Option(
      names = "--workers",
      defaultValue = "256",
      converter = PositiveNumber.class,
      description = "Fetches at a time.")
  private int workers;

  @Option(
      names = "--max-size",
      defaultValue = "64",
      converter = PositiveNumber.class,
      description = "Megabytes kept of a body.")
  private int maxSize;

  @Option(
      names = "--every",
      converter = Durations.class,
      description = {
        "Do not end: start a new round this often, such as 1d, that visits every page again."
      })
  private @Nullable Duration every;

  @Option(
      names = "--learn-rhythm",
      description = {
        "With --every: visit each page as often as it changes, and no more often than a round;",
        "otherwise every round visits every page. 'orb crawl rhythm' lists what was learned."
      })
  private boolean learnRhythm;

  @Option(
      names = "--at-least-every",
      defaultValue = "30d",
      converter = Durations.class,
      description = "With --learn-rhythm: no page is visited less often.")
  private Duration longest;

  @Option(
      names = "--rounds",
      defaultValue = "0",
      description = "With --every: end after this many rounds (0: never).")
  private int rounds;

  @Option(
      names = "--no-robots",
      description = "Ignore robots.txt: only for sites that are your own.")
  private boolean noRobots;

  @Option(
      names = "--http2",
      description = "Speak HTTP/2 with https servers that do; the WARC says so.")
  private boolean http2;

  @Option(names = "--insecure", description = "Accept any TLS certificate.")
  private boolean insecure;

  @Option(
      names = "--gzip-level",
      defaultValue = "6",
      converter = PositiveNumber.class,
      description = "How hard WARC files are compressed, 1 to 9.")
  private int gzipLevel;

  @Option(
      names = "--warc-size",
      defaultValue = "1024",
      converter = PositiveNumber.class,
      description = "Megabytes after which a new WARC file is begun.")
  private int warcSize;

  @Option(
      names = "--revisit-records",
      description = "Give each 304 a record of its own, instead of one for all of a host's.")
  private boolean revisitRecords;

  @Option(names = "--operator", description = "Who crawls: told in each WARC file's first record.")
  private @Nullable String operator;

  @Option(names = "--description", description = "What for: told in each WARC file's first record.")
  private @Nullable String description;

  @Option(names = "--sync", description = "Survive power failures too, at the cost of speed.")
  private boolean sync;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlJob() {}

  CollectionPlace place() {
    return place;
  }

  /** What is done with an opened crawl before it runs. */
  interface Preparation {
    void prepare(WebCrawl crawl) throws IOException;
  }

  /** Runs to the end; returns the exit code. */
  int run(List<WebUrl> starts, Output output, Preparation preparation)
      throws IOException, InterruptedException {
    Browser browser = fetching.browser(place.profile());
    try (StopSignal stop = new StopSignal();
        Renderer renderer = browser == null ? null : browser.start();
        WebCrawl crawl =
            WebCrawl.open(place.directory(), starts, options(), InstantSource.system(), renderer)) {
      preparation.prepare(crawl);
      Crawl.End end =
          new CrawlRounds(
                  crawl,
                  place.name(),
                  stop,
                  () -> new DrawnLines(output, new RoundLines(crawl)::now),
                  report -> print(report, output))
              .run(every, rounds);
      boolean stopped = end == Crawl.End.STOPPED && every == null;
      CrawlCounters.Snapshot counts = crawl.counters().snapshot();
      boolean inVain = counts.fetched() == 0 && !counts.problems().isEmpty();
      return stopped || inVain
          ? ExitCode.SOFTWARE
          : crawl.open().failed() > 0 ? WITH_FAILURES : ExitCode.OK;
    }
  }

  private static void print(CrawlReport report, Output output) {
    if (output.json()) {
      output.print(report);
    } else {
      new CrawlSummary(report, output.out()).print();
    }
  }

  /** As Heritrix says it: whoever finds a file later can ask where it was written. */
  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private Map<String, String> told() {
    Map<String, String> told = new HashMap<>();
    told.put("isPartOf", place.name());
    told.put("hostname", machine());
    if (operator != null) {
      told.put("operator", operator.replaceAll("\\p{Cntrl}", " "));
    }
    if (description != null) {
      told.put("description", description.replaceAll("\\p{Cntrl}", " "));
    }
    return told;
  }

  /** What no type of an option says. */
  private void check() {
    if (gzipLevel > 9) {
      throw new WrongUse("--gzip-level is a number from 1 to 9, not " + gzipLevel);
    }
    if (rounds < 0) {
      throw new WrongUse("--rounds is how many, or 0 for no end, not " + rounds);
    }
    if (every != null && every.isZero()) {
      throw new WrongUse("--every must be longer than nothing: write 1h or 1d");
    }
    if (every == null && (rounds > 0 || learnRhythm)) {
      throw new WrongUse(
          (rounds > 0 ? "--rounds" : "--learn-rhythm")
              + " needs --every: how often a round begins, such as --every 1d");
    }
  }

  WebCrawlOptions options() throws IOException {
    check();
    VisitOptions given = limits.in(fetching.visit());
    VisitOptions visit =
        given
            .calling(session.called(given.agent()))
            .withLimits(FetchLimits.usual().withBodyBytes((long) maxSize << 20))
            .withRobots(!noRobots);
    CrawlOptions crawl =
        CrawlOptions.usual(visit)
            .withWorkers(workers)
            .withPages(fetching.pages())
            .withBytes(fetching.bytes())
            .withSync(sync);
    if (learnRhythm) {
      Duration shortest = every == null ? Duration.ofHours(1) : every;
      // A round that begins a moment early is a round all the same.
      crawl = crawl.withRevisits(shortest.multipliedBy(9).dividedBy(10), longest);
    }
    return WebCrawlOptions.usual(crawl, fetching.scope())
        .withAccess(
            session.apply(
                HttpAccess.USUAL
                    .allowing(fetching.allowed())
                    .trustingEveryone(insecure)
                    .withHttp2(http2)))
        .withWarc(
            WarcOptions.USUAL
                .withGzipLevel(gzipLevel)
                .rotatingAt((long) warcSize << 20)
                .recordingNotModified(revisitRecords)
                .withSync(sync)
                .telling(told()));
  }
}
