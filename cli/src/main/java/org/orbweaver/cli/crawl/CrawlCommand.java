package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.StopSignal;
import org.orbweaver.cli.shell.Durations;
import org.orbweaver.cli.shell.Output;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.render.Renderer;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.HttpAccess;
import org.orbweaver.web.WarcOptions;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.VisitOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orb crawl}: a polite, complete, resumable crawl into WARC files. */
@Command(
    name = "crawl",
    description = "Crawl web sites into a collection of WARC files; run again to go on.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb crawl https://example.org/",
      "  orb crawl https://example.org/docs/ --scope prefix --depth 5 --collection docs",
      "  orb crawl https://app.example.org/ --render",
      "  orb crawl --seeds sites.txt --every 1d --contact mailto:me@example.org",
      "  orb crawl http://intranet.local/ --allow intranet.local --delay 200ms --json"
    })
public final class CrawlCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private PageOptions fetching;

  @Parameters(arity = "0..*", paramLabel = "URL", description = "Where to start.")
  private List<String> urls = List.of();

  @Option(
      names = "--seeds",
      paramLabel = "FILE",
      description = "More URLs, a line each; # starts a comment.")
  private @Nullable Path seeds;

  @Option(names = "--collection", defaultValue = "default", description = "Name of the collection.")
  private String collection;

  @Option(
      names = "--data",
      defaultValue = "orbweaver-data",
      description = "Directory that holds all collections.")
  private Path data;

  @Option(names = "--workers", defaultValue = "256", description = "Fetches at a time.")
  private int workers;

  @Option(
      names = "--pages",
      defaultValue = "9223372036854775807",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Stop after this many pages.")
  private long pages;

  @Option(names = "--max-size", defaultValue = "64", description = "Megabytes kept of a body.")
  private int maxSize;

  @Option(
      names = "--every",
      converter = Durations.class,
      description = "Do not end: start a new round this often, such as 1d.")
  private @Nullable Duration every;

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
      description = "How hard WARC files are compressed, 1 to 9.")
  private int gzipLevel;

  @Option(
      names = "--warc-size",
      defaultValue = "1024",
      description = "Megabytes after which a new WARC file is begun.")
  private int warcSize;

  @Option(
      names = "--revisit-records",
      description = "Give each 304 a record of its own, instead of one for all of a host's.")
  private boolean revisitRecords;

  @Option(names = "--sync", description = "Survive power failures too, at the cost of speed.")
  private boolean sync;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = data.resolve("collections").resolve(collection);
    List<WebUrl> starts = starts();
    if (starts.isEmpty() && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "there is nothing to crawl: give a URL or --seeds FILE, or name a collection to go on"
              + " with");
    }
    try (StopSignal stop = new StopSignal();
        Renderer renderer = fetching.browser() == null ? null : fetching.browser().start();
        WebCrawl crawl =
            WebCrawl.open(directory, starts, options(), InstantSource.system(), renderer)) {
      Crawl.End end = new CrawlRounds(crawl, collection, output, stop).run(every, rounds);
      boolean stopped = end == Crawl.End.STOPPED && every == null;
      CrawlCounters counters = crawl.counters();
      boolean inVain = counters.fetched() == 0 && counters.problems() > 0;
      return stopped || inVain ? ExitCode.SOFTWARE : ExitCode.OK;
    }
  }

  private List<WebUrl> starts() throws IOException {
    List<String> lines = new ArrayList<>(urls);
    if (seeds != null) {
      lines.addAll(Files.readAllLines(seeds));
    }
    return lines.stream()
        .map(line -> line.replaceFirst("(^|\\s)#.*", "").strip())
        .filter(line -> !line.isEmpty())
        .map(line -> line.contains("://") ? line : "https://" + line)
        .map(WebUrl::of)
        .toList();
  }

  private WebCrawlOptions options() {
    VisitOptions visit =
        fetching
            .visit()
            .withLimits(FetchLimits.usual().withBodyBytes((long) maxSize << 20))
            .withRobots(!noRobots);
    CrawlOptions crawl =
        CrawlOptions.usual(visit)
            .withWorkers(workers)
            .withPages(pages)
            .withRevisits(
                every == null ? Duration.ofHours(1) : every.multipliedBy(9).dividedBy(10),
                Duration.ofDays(30))
            .withSync(sync);
    return WebCrawlOptions.usual(crawl, fetching.scope())
        .withAccess(
            HttpAccess.USUAL
                .allowing(fetching.allowed())
                .trustingEveryone(insecure)
                .withHttp2(http2))
        .withWarc(
            WarcOptions.USUAL
                .withGzipLevel(gzipLevel)
                .rotatingAt((long) warcSize << 20)
                .recordingNotModified(revisitRecords)
                .withSync(sync));
  }
}
