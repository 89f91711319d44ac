package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.web.WebCrawlExperiment;
import org.orbweaver.lab.web.WebCrawlReport;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.web.WebOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab webcrawl}: is every page of a known web captured once, and no manners broken? */
@Command(
    name = "webcrawl",
    description = "Crawl a synthetic web on loopback and compare with its known truth.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb lab webcrawl --hosts 100 --pages 5000",
      "  orb lab webcrawl --hosts 1000 --pages 200000 --json",
      "  orb lab webcrawl --hosts 200 --pages 10000 --days 2",
      "  orb lab webcrawl --virtual --delay 1000 --days 1"
    })
final class WebcrawlCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(names = "--hosts", defaultValue = "100", description = "How many host names.")
  private int hosts;

  @Option(names = "--pages", defaultValue = "5000", description = "How many pages on all hosts.")
  private int pages;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another web.")
  private long seed;

  @Option(
      names = "--delay",
      defaultValue = "1",
      description = "Milliseconds between requests to a host.")
  private int delay;

  @Option(
      names = "--days",
      defaultValue = "0",
      description = "On how many later days to crawl again.")
  private int days;

  @Option(names = "--workers", defaultValue = "128", description = "Fetches at a time.")
  private int workers;

  @Option(
      names = "--virtual",
      description = "In virtual time: real pauses at no cost, the same run every time.")
  private boolean virtual;

  @Option(names = "--keep", description = "Keep the collection in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  WebcrawlCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    WebCrawlReport report;
    try (TemporaryFolder folder = TemporaryFolder.unlessKept(keep, "orb-webcrawl-");
        Progress progress = output.progress()) {
      report =
          new WebCrawlExperiment(
                  WebOptions.usual(hosts, pages, seed),
                  Duration.ofMillis(delay),
                  days,
                  workers,
                  virtual,
                  folder.path(),
                  progress)
              .run();
    }
    output.print(report);
    boolean perfect =
        report.missed() == 0
            && report.repeated() == 0
            && report.outOfScope() == 0
            && report.forbidden() == 0
            && report.tooSoon() == 0
            && report.atOnce() == 0;
    return perfect ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
