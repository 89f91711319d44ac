package org.orbweaver.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.orbweaver.web.HostileWeb.bytes;
import static org.orbweaver.web.HostileWeb.page;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Servers that mean harm by what they send: bombs, wrong encodings, malformed pages. */
class HostilePagesTest extends HostileWebTest {
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
    crawl.inNoHurry().run(web.url("map.test", "/sitemap.xml.gz"));
    assertThat(crawl.counts().statuses()).containsEntry("200", HostileCrawl.GOOD_PAGES + 6L);
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
          return page(out, "Content-Encoding: gzip\r\n", Arrays.copyOf(whole, whole.length - 9));
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
    crawl.inNoHurry().run();
    assertThat(crawl.captured())
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
    crawl.inNoHurry().run();
    assertThat(crawl.captured())
        .containsEntry(web.url("deep.test", "/deep"), 1)
        .containsEntry(web.url("tag.test", "/first"), 1)
        .containsEntry(web.url("comment.test", "/first"), 1)
        .containsEntry(web.url("script.test", "/first"), 1)
        .containsEntry(web.url("nul.test", "/last"), 1);
    // The budget of 300 pages ends a host that is made of links.
    assertThat(web.visits("links.test")).isBetween(300, 310);
  }

  /** Each is an index of sitemaps that nobody has heard of yet, and no page is in any. */
  @Test
  void sitemapsThatNameOnlySitemapsEnd() throws Exception {
    AtomicInteger names = new AtomicInteger();
    web.add(
        "robots.test",
        (path, out) -> {
          if (path.equals("/robots.txt")) {
            return page(out, "Sitemap: " + web.url("robots.test", "/first.xml"));
          }
          StringBuilder index = new StringBuilder("<sitemapindex>");
          for (int i = 0; path.endsWith(".xml") && i < 20; i++) {
            index
                .append("<sitemap><loc>")
                .append(web.url("robots.test", "/" + word(names.incrementAndGet()) + ".xml"))
                .append("</loc></sitemap>");
          }
          byte[] body = bytes(index + "</sitemapindex>");
          out.write(
              bytes(
                  "HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\nContent-Length: %d\r\n\r\n"
                      .formatted(body.length)));
          out.write(body);
          return true;
        });
    crawl.inNoHurry().withPatience(50).run();
    assertThat(web.visits("robots.test")).isBetween(50, 60);
  }

  /** Names of no common kind. */
  private static String word(int number) {
    return Integer.toString(number * 7919, 36).replaceAll("[0-9]", "x");
  }
}
