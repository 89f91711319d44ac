package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.lab.webspeed.StaticServer;

/** A site whose links are made by scripts, with and without Chromium to run them. */
@RealComponent({Component.NGINX, Component.CHROMIUM})
class RenderedCrawlTest {
  private static final String SCRIPT =
      """
      function link(to) {
        const a = document.createElement('a');
        a.href = to;
        document.body.append(a);
      }
      addEventListener('load', async () => {
        fetch('http://127.0.0.2:ELSEWHERE/stolen').catch(() => link('blocked.html'));
        for (const name of await (await fetch('/data/list.json')).json()) link(name);
        setTimeout(() => link('late.html'), 200);
      });
      """;

  @TempDir private Path folder;

  @Test
  void linksThatScriptsMakeAreFollowedAndNothingGoesPastUs() throws Exception {
    try (ServerSocket elsewhere = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.2"))) {
      Path site = site(elsewhere.getLocalPort());
      int port = StaticServer.freePort();
      try (StaticServer _ = new StaticServer(folder.resolve("site"), folder, port, false)) {
        String seed = "http://127.0.0.1:" + port + "/";
        assertThat(crawl("plain", seed))
            .containsExactlyInAnyOrder("", "app.js", "robots.txt", "plain.html");
        assertThat(crawl("rendered", seed, "--render"))
            .contains("", "robots.txt", "plain.html")
            .contains("one.html", "two.html", "late.html", "blocked.html")
            .contains("three.html") // two.html moves on to it
            .containsOnlyOnce("app.js", "data/list.json")
            .doesNotContain("stolen", "data/forbidden.json");
      }
      assertThat(Files.exists(site.resolve("three.html"))).isTrue();
      elsewhere.setSoTimeout(1);
      try {
        elsewhere.accept().close();
        throw new AssertionError("the browser opened a connection of its own");
      } catch (SocketTimeoutException e) {
        // as it should be
      }
    }
  }

  private Path site(int elsewhere) throws IOException {
    Path site = Files.createDirectories(folder.resolve("site").resolve("127.0.0.1"));
    Files.createDirectories(site.resolve("data"));
    Files.writeString(
        site.resolve("index.html"),
        "<script src=app.js></script><body><a href=plain.html>plain</a>");
    Files.writeString(site.resolve("app.js"), SCRIPT.replace("ELSEWHERE", Integer.toString(elsewhere)));
    Files.writeString(site.resolve("robots.txt"), "User-agent: *\nDisallow: /data/forbidden");
    Files.writeString(site.resolve("data/list.json"), "[\"one.html\", \"two.html\"]");
    Files.writeString(
        site.resolve("one.html"), "<script>fetch('/data/forbidden.json')</script>one");
    Files.writeString(site.resolve("two.html"), "<script>location = 'three.html'</script>");
    for (String name : List.of("plain", "three", "late", "blocked")) {
      Files.writeString(site.resolve(name + ".html"), name);
    }
    return site;
  }

  /** The paths of all responses, but for those of icons that nobody has. */
  private List<String> crawl(String name, String seed, String... options)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(seed, "--delay=1ms"));
    arguments.addAll(List.of(options));
    OrbCrawl crawl = new OrbCrawl(folder.resolve(name), arguments);
    crawl.run();
    List<String> paths = new ArrayList<>();
    for (Path warc : crawl.warcs()) {
      try (WarcReader reader = new WarcReader(warc)) {
        for (WarcRecord record : reader) {
          if (record instanceof WarcResponse response && !response.target().contains("favicon")) {
            paths.add(response.target().substring(seed.length()));
          }
        }
      }
    }
    KilledCrawlTest.validate(crawl.warcs());
    return paths;
  }
}
