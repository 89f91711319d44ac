package org.orbweaver.cli.crawl;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.orbweaver.shell.Output;
import org.orbweaver.web.WebCrawl;
import org.orbweaver.web.frontier.PageRhythm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb crawl rhythm}: how often each page is visited. */
@Command(
    name = "rhythm",
    description = "List how often --learn-rhythm visits each page, and when next.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {"", "Examples:", "  orb crawl rhythm --collection news | sort -n"})
final class CrawlRhythmCommand implements Callable<Integer> {
  @Mixin private Output output;
  @Mixin private CollectionPlace place;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  CrawlRhythmCommand() {}

  @Override
  public Integer call() throws IOException {
    WebCrawl.rhythms(place.directory(), this::print);
    output.out().flush();
    return 0;
  }

  private void print(PageRhythm page) {
    output
        .out()
        .println(
            output.json()
                ? JsonMapper.shared().writeValueAsString(page)
                : "%d\t%s\t%s".formatted(page.interval().toSeconds(), page.due(), page.url()));
  }
}
