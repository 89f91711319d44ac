package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.kademlia.Endpoint;

/**
 * Two ways lead to a page: a quick one of three clicks, and one of two clicks over a host that
 * takes its time. The page behind it lies within three clicks by the short way only, which is found
 * when the page has long been visited by the other.
 */
@Execution(ExecutionMode.CONCURRENT)
class ExactDepthTest {
  private static final Duration SLOW = Duration.ofSeconds(4);
  private static final int PORT = 8100;
  private static final String SEED = at(1, "");

  /** Pages and their links. */
  private static final Map<String, List<String>> WEB =
      Map.of(
          SEED,
          List.of(at(2, "quick"), at(3, "slow")),
          at(2, "quick"),
          List.of(at(2, "quicker")),
          at(2, "quicker"),
          List.of(at(4, "hub")),
          at(3, "slow"),
          List.of(at(4, "hub")),
          at(4, "hub"),
          List.of(at(4, "behind")),
          at(4, "behind"),
          List.of(at(4, "too-far")));

  private static final List<String> REACH =
      List.of("--depth", "3", "--scope", "any", "--include", "^http://127\\.82\\.");
  private static final List<String> MANNERS =
      List.of("--delay", "10ms", "--ip-delay", "10ms", "--allow", "127.0.0.0/8");

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  ExactDepthTest() {}

  private static String at(int host, String path) {
    return "http://127.82.0." + host + ":" + PORT + "/" + path;
  }

  private void serve() throws IOException {
    for (int host = 1; host <= 4; host++) {
      int number = host;
      InetAddress address = InetAddress.ofLiteral("127.82.0." + host);
      HttpServer server = HttpServer.create(new InetSocketAddress(address, PORT), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext(
          "/",
          exchange -> {
            String url = at(number, exchange.getRequestURI().getPath().substring(1));
            List<String> links = WEB.get(url);
            if (links != null) {
              asked.merge(url, 1, Integer::sum);
              pause(url);
            }
            StringBuilder page = new StringBuilder("<title>" + url + "</title>");
            for (String link : links == null ? List.<String>of() : links) {
              page.append("<a href=\"").append(link).append("\">on</a>");
            }
            byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(links == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      server.start();
      servers.add(server);
    }
  }

  private static void pause(String url) {
    if (url.endsWith("slow")) {
      try {
        Thread.sleep(SLOW);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void theShortestWayCountsAloneAndInASwarmAndNoPageIsAskedForTwice() throws Exception {
    serve();
    List<String> crawl = new ArrayList<>(List.of("crawl", SEED));
    crawl.addAll(REACH);
    crawl.addAll(MANNERS);
    crawl.addAll(List.of("--data", directory.resolve("alone").toString()));
    PeerProcess.orb(crawl);
    Map<String, Integer> alone = Map.copyOf(asked);
    asked.clear();
    swarm();
    assertThat(alone).containsOnlyKeys(within());
    assertThat(asked).isEqualTo(alone);
    assertThat(asked.values()).containsOnly(1);
  }

  private static List<String> within() {
    return WEB.keySet().stream().sorted().toList();
  }

  private void swarm() throws IOException, InterruptedException {
    List<PeerProcess> peers = new ArrayList<>();
    try {
      for (int number = 1; number <= 2; number++) {
        List<String> options = new ArrayList<>(MANNERS);
        options.addAll(List.of("--leave-within", "0"));
        options.addAll(number == 1 ? List.of() : List.of("--peers", "127.82.1.1:7117"));
        Endpoint address = Endpoint.parse("127.82.1." + number + ":7117");
        peers.add(PeerProcess.up(directory.resolve("peer" + number), address, options));
      }
      PeerProcess.await(peers, peer -> peer.living() == 2);
      List<String> seed = new ArrayList<>(List.of("peers", "--seed", SEED));
      seed.addAll(List.of("--data", directory.resolve("peer2").toString()));
      seed.addAll(REACH);
      PeerProcess.orb(seed);
      PeerProcess.await(peers, PeerProcess::isIdle);
    } finally {
      peers.forEach(PeerProcess::close);
    }
  }
}
