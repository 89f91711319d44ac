package org.orbweaver.cli.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.crawl.CrawlOptions;
import org.orbweaver.fetch.frontier.Manners;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.Scope;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.lab.web.LoopbackWeb;
import org.orbweaver.lab.web.WebOptions;
import org.orbweaver.lab.web.WebShape;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.web.WebCrawlOptions;
import org.orbweaver.overlay.web.WebWork;

/** Web tasks over real sockets: fetched under leases, archived, their links followed. */
class WebTasksTest {
  private static final Duration DELAY = Duration.ofMillis(20);

  @Test
  void aPeerFetchesAWholeWebOnceAndPolitely(@TempDir Path directory) throws Exception {
    Set<String> visited = ConcurrentHashMap.newKeySet();
    WebShape shape = new WebShape(new WebOptions(6, 60, 3, 0, 0, false, false));
    try (Closeables toClose = new Closeables();
        LoopbackWeb web = new LoopbackWeb(shape, 0, DELAY.toNanos(), visited::add);
        RunningPeer peer =
            RunningPeer.start(
                directory,
                "web",
                Endpoint.parse("127.79.0.1:0"),
                List.of(),
                OverlaySettings.DEFAULT,
                tools -> {
                  WebWork work =
                      WebWork.open(
                          directory.resolve("archive"),
                          options(web),
                          (task, page) -> new Scope(options(web).scope(), List.of(page)),
                          tools.leases(),
                          tools.results()::refer,
                          InstantSource.system());
                  return toClose.add(work, work::close);
                })) {
      peer.submit(List.of(new Task(1, 0, 0, 0, web.seed())), 20);
      long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
      while (!peer.status().figures().isIdle()) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        Thread.sleep(100);
      }
      long pages = 0;
      for (int host = 0; host < shape.hosts(); host++) {
        pages += shape.pages(host, 0);
      }
      long robots = visited.stream().filter(url -> url.endsWith("/robots.txt")).count();
      assertThat(visited.size() - robots).isGreaterThanOrEqualTo(pages);
      assertThat(web.requests()).as("nothing twice").isEqualTo(visited.size());
      assertThat(web.tooSoon()).isZero();
      assertThat(web.atOnce()).isZero();
    }
    try (Stream<Path> files = Files.walk(directory.resolve("archive"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".warc.gz"))).isNotEmpty();
    }
  }

  private static WebCrawlOptions options(LoopbackWeb web) {
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "lab", "http://localhost/"))
            .withManners(Manners.none().withDelay(DELAY, Duration.ZERO));
    return new WebCrawlOptions(
        crawl,
        ScopeOptions.of(Reach.DOMAIN),
        List.of("127.0.0.0/8"),
        web::resolve,
        6,
        1L << 30,
        1000,
        false,
        false,
        false);
  }
}
