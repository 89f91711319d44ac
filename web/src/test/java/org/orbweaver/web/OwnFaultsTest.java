package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.orbweaver.web.HostileWeb.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.fetch.http.CheckedAddress;
import org.orbweaver.fetch.http.Exchange;
import org.orbweaver.fetch.http.FetchFailure;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.Fetcher;
import org.orbweaver.fetch.http.PageFetcher;
import org.orbweaver.fetch.http.PageRequest;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;
import org.orbweaver.web.crawl.Crawl;
import org.orbweaver.web.crawl.CrawlLog;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.crawl.LogLine;
import org.orbweaver.web.visit.Manners;
import org.orbweaver.web.visit.Pause;

/** What nobody foresaw happens in the middle of a visit. */
class OwnFaultsTest {
  private static final UserAgent AGENT = new UserAgent("orbweaver", "test", "http://x.test/");
  private static final int PAGES = 400;
  private static final int WORKERS = 8;

  @TempDir private Path directory;
  private HostileWeb web;
  private final AtomicInteger mishaps = new AtomicInteger();

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  OwnFaultsTest() {}

  @BeforeEach
  void open() throws IOException {
    web = new HostileWeb();
  }

  @AfterEach
  void close() throws IOException {
    web.close();
  }

  /** Real answers, but for pages over which it stumbles as a bug of ours would. */
  private final class Stumbling implements Fetcher {
    private final Fetcher real =
        new PageFetcher(
            AGENT,
            FetchLimits.usual(),
            InstantSource.system(),
            (SSLSocketFactory) SSLSocketFactory.getDefault());

    @Override
    public Exchange fetch(PageRequest request, CheckedAddress address) throws FetchFailure {
      String path = request.url().path();
      if (path.startsWith("/bug")) {
        mishaps.incrementAndGet();
      }
      switch (path.replaceAll("\\d", "")) {
        case "/bug" -> throw new IllegalArgumentException("\u001b[31mpages may say anything");
        case "/bug-deep" -> dig(1);
        case "/bug-link" -> throw new NoClassDefFoundError("a part of the program");
        case "/bug-memory" -> throw new OutOfMemoryError("Java heap space");
        case "/bug-disk" ->
            throw new UncheckedIOException("traps.txt cannot be written", new IOException());
        default -> {}
      }
      return real.fetch(request, address);
    }

    private static int dig(int depth) {
      return depth > 0 ? dig(depth + 1) + depth : 0;
    }

    @Override
    public void hangUp() {
      real.hangUp();
    }

    @Override
    public void close() {
      real.close();
    }
  }

  private WebCrawl crawl() throws IOException {
    CrawlOptions crawl = CrawlOptions.usual(AGENT).withManners(Manners.none()).withWorkers(WORKERS);
    WebCrawlOptions options =
        WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.HOST))
            .allowing(List.of("127.0.0.0/8"))
            .resolvingBy(web::resolve);
    List<WebUrl> seeds = List.of(WebUrl.of(web.url("h.test", "/")));
    return WebCrawl.open(
        directory, seeds, options, InstantSource.system(), new Stumbling(), Pause.REAL);
  }

  private void serve(String links) {
    web.add("h.test", (path, out) -> page(out, path.equals("/") ? links : "hello " + path));
  }

  @Test
  void aMishapCostsItsPageAndIsListedAndTheCrawlGoesOn() throws Exception {
    StringBuilder links = new StringBuilder();
    for (String path : List.of("bug", "bug-deep", "bug-link", "bug-memory")) {
      links.append("<a href=/").append(path).append(">x</a>");
    }
    for (int i = 0; i < 50; i++) {
      links.append("<a href=/good").append(i).append(">x</a>");
    }
    serve(links.toString());
    try (WebCrawl crawl = crawl()) {
      assertThat(crawl.run()).isEqualTo(Crawl.End.FINISHED);
      assertThat(crawl.counters().fetched()).isEqualTo(51);
      assertThat(crawl.open().failed()).isEqualTo(4);
      assertThat(crawl.counters().snapshot().problems())
          .anySatisfy(
              (reason, count) ->
                  assertThat(reason)
                      .startsWith("Orbweaver itself failed on it: IllegalArgumentException at ")
                      .contains("OwnFaultsTest")
                      .doesNotContain("pages may say anything"))
          .anySatisfy((reason, count) -> assertThat(reason).contains("StackOverflowError"))
          .anySatisfy((reason, count) -> assertThat(reason).contains("NoClassDefFoundError"))
          .anySatisfy((reason, count) -> assertThat(reason).contains("memory was used up"));
      assertThat(crawl.counters().snapshot().examples())
          .containsValue(web.url("h.test", "/bug-deep"));
    }
    assertThat(CrawlLog.failed(directory))
        .allMatch(line -> line.status() == -5)
        .extracting(LogLine::url)
        .containsExactlyInAnyOrder(
            web.url("h.test", "/bug"),
            web.url("h.test", "/bug-deep"),
            web.url("h.test", "/bug-link"),
            web.url("h.test", "/bug-memory"));
    assertThat(mishaps).as("memory may be there the next time").hasValue(3 + 3);
  }

  @Test
  void whenNothingElseComesTheCrawlEndsAndSaysWhy() throws Exception {
    StringBuilder links = new StringBuilder();
    for (int i = 0; i < PAGES; i++) {
      links.append("<a href=/bug").append(i).append(">x</a>");
    }
    serve(links.toString());
    try (WebCrawl crawl = crawl()) {
      assertThatThrownBy(crawl::run)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("100 visits in a row failed by no server's fault")
          .hasMessageContaining(web.url("h.test", "/bug"))
          .hasMessageContaining("IllegalArgumentException")
          .hasMessageContaining("goes on when it is run again");
    }
    assertThat(mishaps).hasValueBetween(100, 100 + WORKERS);
    assertThat(CrawlLog.failed(directory)).as("all are listed").hasSize(mishaps.get());
  }

  @Test
  void aDiskOfOurOwnThatFailsIsNoPagesFault() throws Exception {
    serve("<a href=/bug-disk>x</a>");
    try (WebCrawl crawl = crawl()) {
      assertThatThrownBy(crawl::run).hasMessageContaining("traps.txt cannot be written");
    }
    assertThat(Files.readString(directory.resolve("crawl.log"))).doesNotContain("bug-disk");
  }
}
