package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.shell.Output;
import org.orbweaver.web.crawl.CrawlLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb crawl retry}: asks again for what could not be had. */
@Command(
    name = "retry",
    description = "Ask again for the addresses that 'orb crawl failed' lists, and go on from them.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "Examples:",
      "  orb crawl retry --collection docs",
      "  orb crawl retry --skipped --no-robots --collection my-own-site"
    })
final class CrawlRetryCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CrawlJob job;

  @Option(
      names = "--skipped",
      description = "Also what rules left out, as far as the rules given now let it in.")
  private boolean skipped;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlRetryCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path directory = job.place().directory();
    Set<WebUrl> again = new HashSet<>();
    CrawlLog.failed(directory).forEach(line -> again.add(WebUrl.of(line.url())));
    return job.run(
        List.of(),
        output,
        crawl -> {
          int found = crawl.retry(again) + (skipped ? crawl.judgeAnew() : 0);
          output.err().printf("orb: %,d addresses are asked for again%n", found);
        });
  }
}
