package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers each of which once ended {@code orb crawl}, for good, or was passed over in silence. */
class StrangeAnswersTest {
  private static final int SITEMAPS = 150;
  private static final String FAR = "far".repeat(3_000);

  @TempDir private Path data;
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private HttpServer site;
  private String home;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  StrangeAnswersTest() {}

  @BeforeEach
  void serve() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/";
    site.createContext("/", this::answer);
    site.start();
  }

  @AfterEach
  void close() {
    site.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    String type = "text/html";
    String text = "hello";
    switch (path) {
      case "/robots.txt" -> {
        StringBuilder rules = new StringBuilder("User-agent: *\n");
        for (int i = 0; i < SITEMAPS; i++) {
          rules.append("Sitemap: ").append(home).append("map").append(i).append(".xml\n");
        }
        type = "text/plain";
        text = rules.toString();
      }
      case "/" ->
          text =
              "<a href=/cookie>c</a><a href=/charset>e</a><a href=/type>t</a>"
                  + "<a href=/long>l</a><a href=/moved>m</a><a href=/last>z</a>";
      case "/cookie" -> exchange.getResponseHeaders().add("Set-Cookie", ";");
      case "/charset" -> {
        type = "text/html; charset=ISO-2022-CN";
        text = "<p style='background:url(/back.png)'><a href='/after-charset?\u00fc'>x</a>";
      }
      case "/type" -> type = "\"text/html";
      case "/long" ->
          text = "<a href=/" + FAR + ">x</a><img src='data:image/png;base64," + FAR + "'>";
      case "/moved" -> exchange.getResponseHeaders().add("Location", "/" + FAR);
      default -> {}
    }
    exchange.getResponseHeaders().set("Content-Type", type);
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(path.equals("/moved") ? 302 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String orb(int expected, String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.add("--data=" + data);
    StringWriter out = new StringWriter();
    int code = CalledHere.orb(out, out, arguments.toArray(String[]::new));
    assertThat(code).as(out::toString).isEqualTo(expected);
    return out.toString();
  }

  @Test
  void noneEndsTheCrawlAndWhatIsLeftOutIsSaid() {
    String report = orb(0, "crawl", home, "--allow=127.0.0.0/8", "--delay=0s");
    assertThat(asked)
        .contains("/cookie", "/back.png", "/after-charset", "/type", "/last")
        .contains("/map0.xml", "/map" + (SITEMAPS - 1) + ".xml");
    assertThat(report)
        .contains("2: it has links of more than 8,192 characters, which are left out")
        .doesNotContain("Everything in scope has been visited");
    assertThat(orb(0, "crawl", "log").lines())
        .filteredOn(line -> line.contains("8,192"))
        .hasSize(2)
        .anyMatch(line -> line.contains(home + "long"))
        .anyMatch(line -> line.contains(home + "moved"));
    assertThat(orb(0, "crawl", "log").lines())
        .as("a column that begins with a quotation mark has no end for those who load it")
        .noneMatch(line -> line.contains("\t\""));
  }
}
