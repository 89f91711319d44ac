package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.lab.webspeed.StaticServer;
import org.orbweaver.sim.world.loopback.FreePort;

/** nginx over TLS, with and without HTTP/2: the same pages, and the WARC says how they came. */
@RealComponent({Component.NGINX, Component.OPENSSL})
class Http2CrawlTest {
  @TempDir private Path folder;

  @Test
  void pagesComeByHttp2IfAskedForAndTheWarcSaysSo() throws Exception {
    Path site = Files.createDirectories(folder.resolve("site").resolve("127.0.0.1"));
    Files.writeString(site.resolve("index.html"), "<a href='a.html'>a</a><a href='none'>x</a>");
    Files.writeString(site.resolve("a.html"), "<img src='big.png'>");
    Files.write(site.resolve("big.png"), new byte[3_000_000]);
    certificate();
    int port = FreePort.next();
    String seed = "https://127.0.0.1:" + port + "/";
    try (StaticServer _ =
        StaticServer.secure(
            folder.resolve("site"),
            folder,
            port,
            folder.resolve("c.pem"),
            folder.resolve("k.pem"))) {
      Map<String, String> first = crawl("first", seed);
      Map<String, String> second = crawl("second", seed, "--http2");
      assertThat(first).hasSize(5).allSatisfy((url, how) -> assertThat(how).startsWith("none "));
      assertThat(second).allSatisfy((url, how) -> assertThat(how).startsWith("h2 "));
      second.replaceAll((url, how) -> how.replaceFirst("h2", "none"));
      assertThat(second).isEqualTo(first);
    }
  }

  private void certificate() throws IOException, InterruptedException {
    Process openssl =
        new ProcessBuilder(
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=localhost",
                "-keyout",
                folder.resolve("k.pem").toString(),
                "-out",
                folder.resolve("c.pem").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("openssl.log").toFile())
            .start();
    assertThat(openssl.waitFor()).isZero();
  }

  /** Of each address the protocol in the WARC, the status and the payload's digest. */
  private Map<String, String> crawl(String name, String seed, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new java.util.ArrayList<>(List.of(seed, "--delay=0ms", "--insecure"));
    arguments.addAll(List.of(options));
    OrbCrawl crawl = new OrbCrawl(folder.resolve(name), arguments);
    crawl.run();
    Map<String, String> pages = new TreeMap<>();
    for (Path warc : crawl.warcs()) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response) {
            pages.put(
                response.target(),
                response.headers().first("WARC-Protocol").orElse("none")
                    + " "
                    + response.http().status()
                    + " "
                    + response.payloadDigest().orElseThrow());
          }
        }
      }
    }
    KilledCrawlTest.validate(crawl.warcs());
    return pages;
  }
}
