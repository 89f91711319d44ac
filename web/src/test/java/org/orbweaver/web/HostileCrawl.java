package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.scope.Traps;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlCounters;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/**
 * A whole crawl through hosts that mean harm, beside a good one: it must end in time, in bounded
 * memory, with all of the good host's pages and a readable archive.
 */
final class HostileCrawl {
  static final int GOOD_PAGES = 40;

  /** Bytes of a body. */
  static final int KEPT = 1 << 20;

  private static final String GOOD = "good.test";

  /** What no server can stretch, in a hurry. */
  private static final FetchLimits HURRY = limits(2);

  private static FetchLimits limits(int seconds) {
    Duration pause = Duration.ofSeconds(seconds);
    return new FetchLimits(pause, pause, pause.multipliedBy(2), 64 << 10, KEPT, 256 << 10);
  }

  private final HostileWeb web;
  private final Path directory;
  private CrawlCounters.Snapshot counts = new CrawlCounters().snapshot();
  private final Map<String, Integer> captured = new HashMap<>();
  private final Map<String, String> truncated = new HashMap<>();
  private Traps traps = Traps.usual();
  private FetchLimits limits = HURRY;

  HostileCrawl(HostileWeb web, Path directory) {
    this.web = web;
    this.directory = directory;
  }

  HostileCrawl withPatience(int pages) {
    traps = traps.withPatience(pages);
    return this;
  }

  /** For hosts that answer at once: a busy machine is no harm that they do. */
  HostileCrawl inNoHurry() {
    limits = limits(15);
    return this;
  }

  /** From the good host, whose first page leads to the first pages of all others, and to these. */
  void run(String... more) throws IOException, InterruptedException {
    List<String> links = new ArrayList<>(List.of(more));
    web.names().forEach(name -> links.add(web.url(name, "/")));
    for (int i = 0; i < GOOD_PAGES; i++) {
      links.add("/good" + i);
    }
    StringBuilder home = new StringBuilder();
    links.forEach(link -> home.append("<a href='").append(link).append("'>x</a>"));
    web.add(GOOD, (path, out) -> page(out, path.equals("/") ? home.toString() : path));
    List<WebUrl> seeds = List.of(WebUrl.of(web.url(GOOD, "/")));
    try (WebCrawl crawl = WebCrawl.open(directory, seeds, options(), InstantSource.system())) {
      assertThat(crawl.run()).isEqualTo(Crawl.End.FINISHED);
      counts = crawl.counters().snapshot();
      readArchive(crawl);
    }
    for (int i = 0; i < GOOD_PAGES; i++) {
      assertThat(captured).containsEntry(web.url(GOOD, "/good" + i), 1);
    }
  }

  private WebCrawlOptions options() {
    Manners manners =
        new Manners(Duration.ZERO, Duration.ZERO, Duration.ofMillis(200), 0, 1, 1, 20, 300);
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"))
            .withManners(manners)
            .withLimits(limits)
            .withWorkers(32);
    return WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.ANY).withTraps(traps))
        .allowing(List.of("127.0.0.0/8"))
        .resolvingBy(web::resolve);
  }

  private void readArchive(WebCrawl crawl) throws IOException {
    for (Path file : crawl.collection().files().files().values()) {
      try (WarcReader reader = new WarcReader(file)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response) {
            captured.merge(response.target(), 1, Integer::sum);
            truncated.put(response.target(), response.truncated().name());
            response.http().headers(); // must be HTTP
          } else if (record instanceof WarcRevisit revisit) {
            captured.merge(revisit.target(), 1, Integer::sum);
          }
          record.body().consume();
        }
      }
    }
  }

  CrawlCounters.Snapshot counts() {
    return counts;
  }

  /** How often each address was. */
  Map<String, Integer> captured() {
    return captured;
  }

  /** Why each address was cut, if it was. */
  Map<String, String> truncated() {
    return truncated;
  }
}
