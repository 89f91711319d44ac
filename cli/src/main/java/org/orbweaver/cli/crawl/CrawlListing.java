package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.orbweaver.shell.Output;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.LogLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb crawl log}, {@code failed} and {@code skipped}: what became of each address. */
abstract class CrawlListing implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CollectionPlace place;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlListing() {}

  abstract Stream<LogLine> lines(Path directory) throws IOException;

  @Override
  public Integer call() throws IOException {
    try (Stream<LogLine> lines = lines(place.directory())) {
      lines.forEach(
          line ->
              output
                  .out()
                  .println(
                      output.json() ? JsonMapper.shared().writeValueAsString(line) : line.text()));
    }
    output.out().flush();
    return 0;
  }

  @Command(
      name = "log",
      description = "List every address with what became of it; --json has a line for each.",
      mixinStandardHelpOptions = true,
      showDefaultValues = true,
      footer = {
        "",
        "Examples:",
        "  orb crawl log | grep -P '\\t404\\t'",
        "  tail -f ~/.local/share/orbweaver/collections/default/crawl.log",
        "  duckdb -c \"SELECT status, count(*) FROM read_csv('crawl.log', delim='\\t') GROUP BY 1\""
      })
  static final class Log extends CrawlListing {
    @Override
    Stream<LogLine> lines(Path directory) throws IOException {
      return CrawlLog.lines(directory);
    }
  }

  @Command(
      name = "failed",
      description = "List the addresses that could not be had, with the reason.",
      mixinStandardHelpOptions = true,
      showDefaultValues = true,
      footer = {
        "",
        "Examples:",
        "  orb crawl failed",
        "  orb crawl failed --collection docs --json"
      })
  static final class Failed extends CrawlListing {
    @Override
    Stream<LogLine> lines(Path directory) throws IOException {
      return CrawlLog.failed(directory).stream();
    }
  }

  @Command(
      name = "skipped",
      description = "List the addresses that rules left out, with the rule.",
      mixinStandardHelpOptions = true,
      showDefaultValues = true,
      footer = {"", "Examples:", "  orb crawl skipped | grep nofollow"})
  static final class Skipped extends CrawlListing {
    @Override
    Stream<LogLine> lines(Path directory) throws IOException {
      return CrawlLog.skipped(directory).stream();
    }
  }
}
