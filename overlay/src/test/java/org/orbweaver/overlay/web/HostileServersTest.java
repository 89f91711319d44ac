package org.orbweaver.overlay.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.overlay.web.HostileWeb.bytes;
import static org.orbweaver.overlay.web.HostileWeb.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.fetch.crawl.Crawl;
import org.orbweaver.fetch.crawl.CrawlCounters;
import org.orbweaver.fetch.crawl.CrawlOptions;
import org.orbweaver.fetch.frontier.Manners;
import org.orbweaver.fetch.http.FetchLimits;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.fetch.url.WebUrl;

/**
 * A whole crawl through hosts that mean harm, beside a good one: it must end in time, in bounded
 * memory, with all of the good host's pages and a readable archive.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileServersTest {
  private static final int GOOD_PAGES = 40;
  private static final int KEPT = 1 << 20;

  /** What no server can stretch, in a hurry. */
  private static final FetchLimits LIMITS =
      new FetchLimits(
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          64 << 10,
          KEPT,
          256 << 10);

  @TempDir private Path directory;
  private HostileWeb web;
  private CrawlCounters.Snapshot counts = new CrawlCounters().snapshot();
  private final Map<String, Integer> captured = new HashMap<>();
  private final Map<String, String> truncated = new HashMap<>();

  @SuppressWarnings("NullAway.Init") // set before each test
  HostileServersTest() {}

  @BeforeEach
  void open() throws IOException {
    web = new HostileWeb();
  }

  @AfterEach
  void close() throws IOException {
    web.close();
  }

  /** Crawls from a good host whose first page leads to the bad ones. */
  private void crawl(String... bad) throws IOException, InterruptedException {
    StringBuilder home = new StringBuilder();
    for (String each : bad) {
      home.append("<a href='").append(each).append("'>x</a>");
    }
    for (int i = 0; i < GOOD_PAGES; i++) {
      home.append("<a href='/good").append(i).append("'>good</a>");
    }
    web.add("good.test", (path, out) -> page(out, path.equals("/") ? home.toString() : path));
    CrawlOptions usual = CrawlOptions.usual(new UserAgent("orbweaver", "test", "http://x.test/"));
    Manners manners =
        new Manners(Duration.ZERO, Duration.ZERO, Duration.ofMillis(200), 0, 1, 20, 300);
    CrawlOptions options = usual.withManners(manners).withLimits(LIMITS).withWorkers(32);
    WebCrawlOptions whole =
        WebCrawlOptions.usual(options, ScopeOptions.of(Reach.ANY))
            .allowing(List.of("127.0.0.0/8"))
            .resolvingBy(web::resolve);
    List<WebUrl> seeds = List.of(WebUrl.of(web.url("good.test", "/")));
    try (WebCrawl crawl = WebCrawl.open(directory, seeds, whole, InstantSource.system())) {
      assertThat(crawl.run()).isEqualTo(Crawl.End.FINISHED);
      counts = crawl.counters().snapshot();
      readArchive(crawl);
    }
    for (int i = 0; i < GOOD_PAGES; i++) {
      assertThat(captured).containsEntry(web.url("good.test", "/good" + i), 1);
    }
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

  private static void forEver(OutputStream out, String piece) throws IOException {
    byte[] bytes = bytes(piece.repeat(Math.max(1, 8_192 / piece.length())));
    while (true) {
      out.write(bytes);
    }
  }

  private static boolean drip(OutputStream out, String piece)
      throws IOException, InterruptedException {
    while (true) {
      out.write(bytes(piece));
      out.flush();
      Thread.sleep(50);
    }
  }

  @Test
  void endlessBodiesAreCutAndTheCrawlGoesOn() throws Exception {
    web.add(
        "endless.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"));
          out.write(bytes(path + "<a href='/next'>"));
          forEver(out, "more ");
          return false;
        });
    web.add(
        "chunks.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"));
          forEver(out, "5\r\nhello\r\n");
          return false;
        });
    web.add(
        "promise.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\nContent-Length: 999999999999999\r\n\r\n"));
          forEver(out, "more ");
          return false;
        });
    crawl(web.url("endless.test", "/"), web.url("chunks.test", "/"), web.url("promise.test", "/"));
    assertThat(truncated)
        .containsEntry(web.url("endless.test", "/"), "LENGTH")
        .containsEntry(web.url("endless.test", "/next"), "LENGTH")
        .containsEntry(web.url("chunks.test", "/"), "LENGTH")
        .containsEntry(web.url("promise.test", "/"), "LENGTH");
    assertThat(counts.bytes()).isLessThan(5L * KEPT + (1 << 20));
  }

  @Test
  void headerFloodsAreGivenUp() throws Exception {
    web.add(
        "flood.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n"));
          forEver(out, "X-Flood: yes\r\n");
          return false;
        });
    web.add(
        "interim.test",
        (path, out) -> {
          forEver(out, "HTTP/1.1 100 Continue\r\n\r\n");
          return false;
        });
    web.add(
        "line.test",
        (path, out) -> {
          forEver(out, "HTTP/1.1 200 OK and no end ");
          return false;
        });
    crawl(web.url("flood.test", "/"), web.url("interim.test", "/"), web.url("line.test", "/"));
    assertThat(counts.problems())
        .containsEntry("its headers have no end", 2L)
        .containsEntry("what it says is not HTTP", 1L);
  }

  @Test
  void slowDripEndsInTime() throws Exception {
    web.add(
        "body.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n\r\n"));
          return drip(out, ".");
        });
    web.add("head.test", (path, out) -> drip(out, "H"));
    web.add(
        "header.test",
        (path, out) -> {
          out.write(bytes("HTTP/1.1 200 OK\r\n"));
          return drip(out, "X: y\r\n");
        });
    web.add(
        "silent.test",
        (path, out) -> {
          Thread.sleep(Duration.ofMinutes(1));
          return false;
        });
    web.add("robots.silent.test", (path, out) -> drip(out, "H"));
    long started = System.nanoTime();
    crawl(
        web.url("body.test", "/"),
        web.url("head.test", "/"),
        web.url("header.test", "/"),
        web.url("silent.test", "/"),
        web.url("robots.silent.test", "/"));
    assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started)).isLessThan(30);
    assertThat(truncated).containsEntry(web.url("body.test", "/"), "TIME");
    assertThat(counts.problems()).containsEntry("it took too long", 2L);
    assertThat(web.visits("robots.silent.test"))
        .isEqualTo(web.visits("robots.silent.test", "/robots.txt"));
  }

  @Test
  void redirectsThatLeadNowhereEnd() throws Exception {
    web.add("circle.test", (path, out) -> redirect(out, path.equals("/a") ? "/b" : "/a"));
    web.add("self.test", (path, out) -> redirect(out, "/"));
    web.add(
        "spiral.test",
        (path, out) -> redirect(out, "/" + (Integer.parseInt("0" + path.substring(1)) + 1)));
    web.add("broken.test", (path, out) -> redirect(out, "http://[::bad/ \u0000"));
    web.add(
        "refresh.test",
        (path, out) -> page(out, "<meta http-equiv=refresh content='0;url=" + path + "x'>"));
    crawl(
        web.url("circle.test", "/a"),
        web.url("self.test", "/"),
        web.url("spiral.test", "/"),
        web.url("broken.test", "/"),
        web.url("refresh.test", "/"));
    assertThat(web.visits("circle.test", "/a")).isEqualTo(1);
    assertThat(web.visits("circle.test", "/b")).isEqualTo(1);
    assertThat(web.visits("self.test", "/")).isEqualTo(1);
    assertThat(web.visits("spiral.test")).isEqualTo(12); // ten hops, the first page, robots.txt
    assertThat(web.visits("refresh.test")).isEqualTo(12);
    assertThat(web.visits("broken.test", "/")).isEqualTo(1);
  }

  private static boolean redirect(OutputStream out, String target) throws IOException {
    out.write(bytes("HTTP/1.1 302 Found\r\nLocation: " + target + "\r\nContent-Length: 0\r\n\r\n"));
    return true;
  }

  @Test
  void bombsBurstInVain() throws Exception {
    byte[] bomb = zipped(new byte[1 << 20], 100);
    web.add("bomb.test", (path, out) -> page(out, "Content-Encoding: gzip\r\n", bomb));
    byte[] twice = zipped(bomb, 1);
    web.add("twice.test", (path, out) -> page(out, "Content-Encoding: gzip, gzip\r\n", twice));
    web.add(
        "layers.test",
        (path, out) ->
            page(out, "Content-Encoding: gzip, gzip, gzip, gzip, gzip, gzip\r\n", twice));
    byte[] map = zipped(bytes("<urlset>" + " ".repeat(1 << 20)), 50);
    web.add("map.test", (path, out) -> page(out, "", map));
    long before = heap();
    crawl(
        web.url("bomb.test", "/"),
        web.url("twice.test", "/"),
        web.url("layers.test", "/"),
        web.url("map.test", "/sitemap.xml.gz"));
    assertThat(counts.statuses()).containsEntry("200", GOOD_PAGES + 5L);
    assertThat(heap() - before).isLessThan(64L << 20);
  }

  private static byte[] zipped(byte[] piece, int times) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < times; i++) {
        out.write(piece);
      }
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("ExplicitGC")
  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void badEncodingsAreReadAsFarAsTheyGo() throws Exception {
    byte[] text = "<a href='/found'>x</a>".getBytes(StandardCharsets.UTF_8);
    web.add("lie.test", (path, out) -> page(out, "Content-Encoding: gzip\r\n", text));
    web.add("brotli.test", (path, out) -> page(out, "Content-Encoding: br\r\n", text));
    web.add("zstd.test", (path, out) -> page(out, "Content-Encoding: zstd\r\n", text));
    web.add("unknown.test", (path, out) -> page(out, "Content-Encoding: martian\r\n", text));
    web.add(
        "cut.test",
        (path, out) -> {
          byte[] whole =
              zipped(("<a href='/found'>" + "x".repeat(5_000)).getBytes(StandardCharsets.UTF_8), 3);
          return page(
              out, "Content-Encoding: gzip\r\n", java.util.Arrays.copyOf(whole, whole.length - 9));
        });
    web.add(
        "charset.test",
        (path, out) ->
            page(
                out,
                "X-Content-Type: x\r\n",
                bytes(
                    "<meta charset='\u0000nonsense'><a"
                        + " href='/f\u00fcnd?\u00ff'>x</a>\u0080\u00fe")));
    crawl(
        web.url("lie.test", "/"),
        web.url("brotli.test", "/"),
        web.url("zstd.test", "/"),
        web.url("unknown.test", "/"),
        web.url("cut.test", "/"),
        web.url("charset.test", "/"));
    assertThat(captured)
        .containsEntry(web.url("lie.test", "/"), 1)
        .containsEntry(web.url("brotli.test", "/"), 1)
        .containsEntry(web.url("zstd.test", "/"), 1)
        .containsEntry(web.url("unknown.test", "/found"), 1)
        .containsEntry(web.url("cut.test", "/found"), 1)
        .containsEntry(web.url("charset.test", "/f%C3%BCnd?%FF"), 1);
  }

  @Test
  void malformedPagesAreReadInOnePass() throws Exception {
    web.add("deep.test", (path, out) -> page(out, "<div>".repeat(100_000) + "<a href='/deep'>"));
    web.add(
        "tag.test", (path, out) -> page(out, "<a href='/first'>x</a><a " + "x=\"".repeat(250_000)));
    web.add(
        "comment.test",
        (path, out) -> page(out, "<a href='/first'>x</a>" + "<!--".repeat(200_000)));
    web.add(
        "script.test",
        (path, out) -> page(out, "<a href='/first'>x</a>" + "<script>".repeat(100_000)));
    web.add(
        "css.test",
        (path, out) ->
            page(out, "<style>" + "url(\"\\".repeat(100_000) + "</style><a href='/last'>"));
    web.add(
        "nul.test",
        (path, out) -> page(out, "\0<\0a href=/x\0>\0".repeat(1000) + "<a href='/last'>x</a>"));
    web.add(
        "links.test",
        (path, out) -> {
          StringBuilder html = new StringBuilder();
          for (int i = 0; i < 30_000; i++) {
            html.append("<a href=/").append(i).append('>');
          }
          return page(out, path.equals("/") ? html.toString() : "leaf");
        });
    crawl(
        web.url("deep.test", "/"),
        web.url("tag.test", "/"),
        web.url("comment.test", "/"),
        web.url("script.test", "/"),
        web.url("css.test", "/"),
        web.url("nul.test", "/"),
        web.url("links.test", "/"));
    assertThat(captured)
        .containsEntry(web.url("deep.test", "/deep"), 1)
        .containsEntry(web.url("tag.test", "/first"), 1)
        .containsEntry(web.url("comment.test", "/first"), 1)
        .containsEntry(web.url("script.test", "/first"), 1)
        .containsEntry(web.url("nul.test", "/last"), 1);
    // The budget of 300 pages ends a host that is made of links.
    assertThat(web.visits("links.test")).isBetween(300, 310);
  }

  @Test
  void brokenHttpCostsItsOwnHostOnly() throws Exception {
    web.add("ssh.test", (path, out) -> says(out, "SSH-2.0-OpenSSH_9.2\r\n"));
    web.add("status.test", (path, out) -> says(out, "HTTP/1.1 9999999 Wow\r\n\r\n"));
    web.add("hangup.test", (path, out) -> says(out, ""));
    web.add(
        "half.test", (path, out) -> says(out, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf"));
    web.add(
        "minus.test", (path, out) -> says(out, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nall"));
    web.add(
        "two.test",
        (path, out) ->
            says(out, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 9\r\n\r\nall"));
    web.add(
        "chunk.test",
        (path, out) ->
            says(
                out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"));
    web.add(
        "nochunk.test",
        (path, out) ->
            says(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot hex\r\n"));
    crawl(
        web.url("ssh.test", "/"),
        web.url("status.test", "/"),
        web.url("hangup.test", "/"),
        web.url("half.test", "/"),
        web.url("minus.test", "/"),
        web.url("two.test", "/"),
        web.url("chunk.test", "/"),
        web.url("nochunk.test", "/"));
    assertThat(counts.problems())
        .containsEntry("what it says is not HTTP", 2L)
        .containsEntry("it hung up before an answer", 1L);
    assertThat(truncated)
        .containsEntry(web.url("half.test", "/"), "DISCONNECT")
        .containsEntry(web.url("chunk.test", "/"), "DISCONNECT")
        .containsEntry(web.url("nochunk.test", "/"), "DISCONNECT");
  }

  private static boolean says(OutputStream out, String text) throws IOException {
    out.write(bytes(text));
    return false;
  }

  @Test
  void linksAndRedirectsIntoThePrivateNetworkAreRefused() throws Exception {
    web.add(
        "outside.test", (path, out) -> redirect(out, "http://169.254.169.254/latest/meta-data/"));
    crawl(
        "http://10.0.0.1/",
        "http://[::1]:22/",
        "http://0xa.1/", // the first one again, in disguise
        "http://192.168.1.1/admin",
        web.url("outside.test", "/"));
    assertThat(counts.problems())
        .containsEntry("its address is private; --allow names it if you mean it", 4L);
  }
}
