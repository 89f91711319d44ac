package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** L5: {@code orb crawl} on a file system that fills up, is still full, and then has room. */
class CrawlFullDiskTest {
  private static final int PAGES = 40;
  private static final int PAGE = 1 << 20;
  private static final String SCRIPT =
      "mount -t tmpfs -o size=28m none \"$0\" || exit 9;"
          + " \"$@\"; echo \"first: $?\"; \"$@\"; echo \"second: $?\";"
          + " mount -o remount,size=400m \"$0\"; \"$@\"; echo \"third: $?\"";

  @TempDir private Path data;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  CrawlFullDiskTest() {}

  @Test
  void aFullDiskIsNamedWithItsPlaceAndTheCrawlGoesOnWhenThereIsRoom() throws Exception {
    Assumptions.assumeTrue(
        new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0, "no namespaces");
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", CrawlFullDiskTest::answer);
    site.start();
    try {
      String home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
      String said = crawl(home);
      String full = "the disk of " + data.resolve("collections/default") + " is full: make room,";
      String first = said.substring(0, said.indexOf("first: "));
      String second = said.substring(first.length(), said.indexOf("second: "));
      assertThat(first).contains(full);
      assertThat(second).as("on a disk that is still full").contains(full);
      assertThat(second).doesNotContain("another");
      assertThat(said).contains("first: 1", "second: 1", "third: 0");
      assertThat(said.substring(said.indexOf("second: ")))
          .contains("Everything in scope has been visited");
    } finally {
      site.stop(0);
    }
  }

  private String crawl(String home) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "unshare",
                "-rm",
                "sh",
                "-c",
                SCRIPT,
                data.toString(),
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "crawl",
                home,
                "--data=" + data,
                "--allow=127.0.0.0/8",
                "--delay=0s")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said;
  }

  /** Pages that cannot be made smaller. */
  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    byte[] body;
    if (path.equals("/")) {
      StringBuilder links = new StringBuilder("<!doctype html>");
      for (int i = 0; i < PAGES; i++) {
        links.append("<a href='/").append(i).append("'>on</a>");
      }
      body = links.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
    } else {
      body = new byte[PAGE];
      new Random(path.hashCode()).nextBytes(body);
      exchange.getResponseHeaders().add("Content-Type", "application/zip");
    }
    exchange.sendResponseHeaders(path.equals("/robots.txt") ? 404 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
