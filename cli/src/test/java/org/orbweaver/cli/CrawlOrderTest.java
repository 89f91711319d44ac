package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that is told something while it runs, by the commands that tell it. */
class CrawlOrderTest {
  private static final int PAGES = 300;

  @TempDir private Path data;
  private final ConcurrentLinkedQueue<String> asked = new ConcurrentLinkedQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer site;
  private String home;

  @SuppressWarnings("NullAway.Init") // JUnit sets it up
  CrawlOrderTest() {}

  @BeforeEach
  void serve() throws IOException {
    site = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    site.setExecutor(threads);
    home = "http://127.0.0.1:" + site.getAddress().getPort() + "/in/";
    StringBuilder links = new StringBuilder("<a href=/out/>out</a><a href=/out/x.zip>zip</a>");
    for (int i = 0; i < PAGES; i++) {
      links.append("<a href=/in/").append(i).append(">p</a>");
    }
    site.createContext(
        "/",
        exchange -> {
          String path = exchange.getRequestURI().toString();
          if (!path.equals("/robots.txt")) {
            asked.add(path);
          }
          byte[] body =
              path.equals("/in/")
                  ? links.toString().getBytes(StandardCharsets.UTF_8)
                  : path.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(path.equals("/robots.txt") ? 404 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    site.start();
  }

  @AfterEach
  void close() {
    site.stop(0);
    threads.shutdownNow();
  }

  private String orb(int expected, String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addFirst("crawl");
    arguments.add("--data=" + data);
    StringWriter out = new StringWriter();
    assertThat(CalledHere.orb(out, out, arguments.toArray(new String[0])))
        .as(out::toString)
        .isEqualTo(expected);
    return out.toString();
  }

  private String crawl(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(List.of("--allow=127.0.0.0/8", "--scope=prefix"));
    return orb(0, arguments.toArray(new String[0]));
  }

  private static void until(BooleanSupplier reached) throws InterruptedException {
    for (int i = 0; i < 600 && !reached.getAsBoolean(); i++) {
      Thread.sleep(100);
    }
    assertThat(reached.getAsBoolean()).isTrue();
  }

  @Test
  void aRunningCrawlIsPausedChangedAndResumedWithoutStartingOver() throws Exception {
    Future<String> running = threads.submit(() -> crawl(home, "--delay=50ms"));
    until(() -> asked.size() > 20);
    orb(0, "checkpoint", "early");
    orb(0, "pause");
    Thread.sleep(4_000);
    int before = asked.size();
    Thread.sleep(1_500);
    assertThat(asked).hasSize(before);
    assertThat(before).isLessThan(PAGES);
    orb(0, "set", "delay=1ms", "ip-delay=1ms", "scope=host", "exclude=[.]zip$");
    orb(0, "resume");
    assertThat(running.get()).contains((PAGES + 2) + " pages");
    assertThat(asked).doesNotHaveDuplicates().contains("/out/").doesNotContain("/out/x.zip");
    String log = orb(0, "log");
    assertThat(log).contains("set: paused = yes", "scope = host", "paused = as the command says");
    assertThat(orb(1, "set", "colour=red")).contains("colour", "trap-patience");
    assertThat(orb(1, "set", "delay=soon")).contains("delay", "soon");
  }

  @Test
  void goingBackToACheckpointVisitsAgainAndLosesNoCapture() throws InterruptedException {
    crawl(home, "--delay=0s", "--pages=50");
    orb(0, "checkpoint", "half");
    int half = asked.size();
    crawl("--delay=0s");
    int all = asked.size();
    assertThat(all).isEqualTo(PAGES + 1);
    orb(0, "back", "half");
    crawl("--delay=0s");
    assertThat(asked.size() - all).isEqualTo(PAGES + 1 - half);
    assertThat(orb(0, "log")).contains("back to the checkpoint half");
    assertThat(orb(1, "back", "nowhere")).contains("no checkpoint");
  }
}
