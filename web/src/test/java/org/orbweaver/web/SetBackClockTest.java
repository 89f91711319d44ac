package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.page;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

class SetBackClockTest {
  private static final int PAGES = 20;
  private static final Duration PAUSE = Duration.ofMillis(50);

  @TempDir private Path directory;

  /** As somebody does who notices that it was wrong. */
  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void hostsDoNotRestForTheHourThatTheClockIsSetBack() throws Exception {
    try (HostileWeb web = new HostileWeb()) {
      StringBuilder links = new StringBuilder();
      for (int i = 0; i < PAGES; i++) {
        links.append("<a href=/").append(i).append(">x</a>");
      }
      web.add("h.test", (path, out) -> page(out, path.equals("/") ? links.toString() : path));
      CrawlOptions crawl =
          CrawlOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"))
              .withManners(Manners.usual().withDelay(PAUSE, PAUSE))
              .withWorkers(2);
      WebCrawlOptions options =
          WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.HOST))
              .allowing(List.of("127.0.0.0/8"))
              .resolvingBy(web::resolve);
      List<WebUrl> seeds = List.of(WebUrl.of(web.url("h.test", "/")));
      long started = System.nanoTime();
      try (WebCrawl run =
          WebCrawl.open(
              directory,
              seeds,
              options,
              () ->
                  web.visits("h.test") < PAGES / 2
                      ? Instant.now()
                      : Instant.now().minus(Duration.ofHours(1)))) {
        assertThat(run.run()).isEqualTo(Crawl.End.FINISHED);
        assertThat(run.counters().fetched()).isEqualTo(PAGES + 1);
      }
      assertThat(System.nanoTime() - started)
          .as("nor are they asked without pauses")
          .isGreaterThan((PAGES - 1) * PAUSE.toNanos());
    }
  }
}
