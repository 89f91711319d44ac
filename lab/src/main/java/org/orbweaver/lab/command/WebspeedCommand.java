package org.orbweaver.lab.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Progress;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.lab.webspeed.WebSpeed;
import org.orbweaver.lab.webspeed.WebSpeedReport;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.web.WebOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab webspeed}: what the crawl costs beside fetching alone, and beside others. */
@Command(
    name = "webspeed",
    description =
        "Measure the whole crawl against a bare fetch loop, wget and scrapy, all from nginx.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Needs Debian's nginx, wget and python3-scrapy.",
      "",
      "Examples:",
      "  orb lab webspeed --json",
      "  orb lab webspeed --alone --rounds 5"
    })
final class WebspeedCommand implements Callable<Integer> {
  @Mixin private Output output;

  @Option(
      names = "--hosts",
      defaultValue = "200",
      description = "How many hosts, each with an address of its own.")
  private int hosts;

  @Option(
      names = "--pages",
      defaultValue = "8000",
      description = "How many pages; images come on top.")
  private int pages;

  @Option(names = "--seed", defaultValue = "1", description = "Another seed, another web.")
  private long seed;

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often bare loop and crawl are measured, in turn.")
  private int rounds;

  @Option(names = "--workers", defaultValue = "64", description = "Fetches at a time.")
  private int workers;

  @Option(names = "--alone", description = "Without wget and scrapy.")
  private boolean alone;

  @Option(names = "--keep", description = "Keep all files in this directory.")
  private @Nullable Path keep;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  WebspeedCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    WebSpeedReport report;
    try (TemporaryFolder scratch = TemporaryFolder.unlessKept(keep, "orb-webspeed-");
        Progress progress = output.progress()) {
      report =
          new WebSpeed(
                  WebOptions.plain(hosts, pages, seed),
                  rounds,
                  workers,
                  alone ? List.of() : ourselves(),
                  scratch.path().toAbsolutePath(),
                  progress)
              .run();
    }
    output.print(report);
    return 0;
  }

  /** This very program, as {@code ./orb} starts it. */
  private static List<String> ourselves() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-XX:+UseCompactObjectHeaders",
        "-cp",
        System.getProperty("java.class.path"),
        "org.orbweaver.cli.Main",
        "crawl");
  }
}
