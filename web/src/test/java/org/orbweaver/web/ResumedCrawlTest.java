package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.bytes;
import static org.orbweaver.web.HostileWeb.page;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

class ResumedCrawlTest {
  @TempDir private Path directory;

  /** The seed's host sends its visitors to another, as from http to https or to www. */
  @Test
  void aCrawlGoesOnWithoutBeingToldItsSeedsAndWhereTheyMoved() throws Exception {
    try (HostileWeb web = new HostileWeb()) {
      web.add(
          "old.test",
          (path, out) -> {
            out.write(
                bytes(
                    "HTTP/1.1 301 Moved\r\nLocation: "
                        + web.url("new.test", "/1")
                        + "\r\nContent-Length: 0\r\n\r\n"));
            return true;
          });
      web.add(
          "new.test",
          (path, out) -> {
            int number = Integer.parseInt(path.substring(1));
            return page(out, number == 9 ? "end" : "<a href=/" + (number + 1) + ">on</a>");
          });
      for (int run = 0; run < 20 && web.visits("new.test", "/9") == 0; run++) {
        List<WebUrl> seeds = run == 0 ? List.of(WebUrl.of(web.url("old.test", "/"))) : List.of();
        try (WebCrawl crawl =
            WebCrawl.open(directory, seeds, options(web, run), InstantSource.system())) {
          Crawl.End end = crawl.run();
          assertThat(end).as("run " + run).isNotEqualTo(Crawl.End.STOPPED);
        }
      }
      for (int number = 1; number <= 9; number++) {
        assertThat(web.visits("new.test", "/" + number)).isEqualTo(1);
      }
    }
  }

  /** Two pages more in each run. */
  private static WebCrawlOptions options(HostileWeb web, int run) {
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"))
            .withManners(Manners.none())
            .withWorkers(1)
            .withPages(2L * (run + 1));
    return WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.HOST))
        .allowing(List.of("127.0.0.0/8"))
        .resolvingBy(web::resolve);
  }
}
