package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.page;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

class CrawlDepthTest {
  @TempDir private Path directory;

  /** The long way to a page is fast, the short one slow: its depth is the short one's. */
  @Test
  void theShortestWayCountsHoweverSlowItIs() throws Exception {
    try (HostileWeb web = new HostileWeb()) {
      web.add(
          "fast.test",
          (path, out) ->
              switch (path) {
                case "/" ->
                    page(
                        out, "<a href='/a'>a</a><a href='" + web.url("slow.test", "/") + "'>s</a>");
                case "/a" -> page(out, "<a href='/b'>b</a>");
                case "/b" -> page(out, "<a href='/target'>t</a>");
                case "/target" -> page(out, "<a href='/behind'>u</a>");
                case "/behind" -> page(out, "<a href='/too-far'>v</a>");
                default -> page(out, "nobody should come here");
              });
      web.add(
          "slow.test",
          (path, out) -> {
            Thread.sleep(700);
            return page(out, "<a href='" + web.url("fast.test", "/target") + "'>t</a>");
          });
      CrawlOptions options =
          CrawlOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"))
              .withManners(Manners.none());
      ScopeOptions scope =
          new ScopeOptions(Reach.ANY, 3, List.of(), List.of(), Set.of(), Traps.usual());
      WebCrawlOptions whole =
          WebCrawlOptions.usual(options, scope)
              .allowing(List.of("127.0.0.0/8"))
              .resolvingBy(web::resolve);
      try (WebCrawl crawl =
          WebCrawl.open(
              directory,
              List.of(WebUrl.of(web.url("fast.test", "/"))),
              whole,
              InstantSource.system())) {
        assertThat(crawl.run()).isEqualTo(Crawl.End.FINISHED);
      }
      assertThat(web.visits("fast.test", "/behind")).isEqualTo(1);
      assertThat(web.visits("fast.test", "/too-far")).isZero();
    }
  }
}
