package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.orbweaver.kademlia.Endpoint;

/**
 * W1 and W2, with processes as users start them: a page that hangs up, a host without an address
 * and one whose robots.txt is 503 for a while hold up nobody, and what could not be had is listed.
 * A third peer has a file system that is full from the start.
 */
@Execution(ExecutionMode.CONCURRENT)
class FailingPagesTest {
  private static final int PORT = 18_583;
  private static final Duration OUTAGE = Duration.ofSeconds(12);
  private static final String HANGS_UP = at(1, "hangs-up");
  private static final String NO_NAME = "http://nosuch.invalid/page";
  private static final List<String> PAGES =
      List.of(at(1, ""), at(1, "a"), at(1, "b"), at(1, "c"), at(2, "later"));

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<PeerProcess> peers = new ArrayList<>();
  private final long begun = System.nanoTime();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  FailingPagesTest() {}

  private static String at(int host, String path) {
    return "http://127.83.0." + host + ":" + PORT + "/" + path;
  }

  private static String told(PeerProcess peer) throws IOException, InterruptedException {
    return PeerProcess.orb(List.of("peers", "--data", peer.data().toString(), "--json"));
  }

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void everyPageThatCanBeHadIsArchivedOnceAndTheOthersAreListed() throws Exception {
    serve(1);
    serve(2);
    start(1, List.of());
    start(2, List.of("--peers", "127.83.1.1:7117"));
    PeerProcess full =
        PeerProcess.upInSmallFileSystem(
            directory.resolve("peer3"),
            Endpoint.parse("127.83.1.3:7117"),
            List.of("--peers", "127.83.1.1:7117", "--report", "1"));
    try (full) {
      PeerProcess.await(peers, peer -> peer.living() == 2); // it takes no part from the start
      PeerProcess.await(List.of(full), peer -> peer.log().contains("takes nothing new"));
      PeerProcess.orb(
          List.of(
              "peers",
              "--data",
              peers.getFirst().data().toString(),
              "--seed",
              at(1, ""),
              "--scope",
              "any",
              "--include",
              "^http://(127\\.83\\.|nosuch)"));
      PeerProcess.await(peers, peer -> peer.isIdle() && processed() >= PAGES.size() + 2);
      String failed =
          PeerProcess.orb(
              List.of("peers", "--data", peers.getFirst().data().toString(), "--failed", "--json"));
      assertThat(failed).contains(HANGS_UP, NO_NAME).doesNotContain(at(1, "c"), at(2, "later"));
      assertThat(full.log()).contains("MB are left on its disk");
      assertThat(told(peers.getFirst()))
          .contains("127.83.1.3:7117 takes nothing new: its disk is full or fails");
      String told = told(peers.getFirst());
      for (int i = 0; i < 60 && !told.contains("\"state\":\"finished\""); i++) {
        Thread.sleep(1_000);
        told = told(peers.getFirst());
      }
      assertThat(told)
          .contains("\"state\":\"finished\"")
          .contains("\"found\":7,\"fetched\":5,\"failed\":2,\"open\":0", "\"stoppable\":true");
      assertThat(told(peers.getLast())).contains("\"stoppable\":false");
    }
    for (PeerProcess peer : peers) {
      peer.stop();
    }
    Map<String, Integer> archived = archived();
    assertThat(archived.keySet()).containsAll(PAGES);
    assertThat(archived).doesNotContainKeys(HANGS_UP, NO_NAME);
    PAGES.forEach(page -> assertThat(archived.get(page)).as(page).isEqualTo(1));
  }

  private void start(int number, List<String> more) throws IOException {
    List<String> options = new ArrayList<>(more);
    options.addAll(List.of("--delay", "10ms", "--ip-delay", "10ms", "--allow", "127.0.0.0/8"));
    options.addAll(List.of("--retry", "100ms", "--leave-within", "0"));
    peers.add(
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.83.1." + number + ":7117"),
            options));
  }

  private long processed() {
    return peers.stream()
        .map(PeerProcess::status)
        .mapToLong(status -> status == null ? 0 : status.figures().processed())
        .sum();
  }

  private void serve(int host) throws IOException {
    servers.add(LoopbackSite.serve("127.83.0." + host, PORT, exchange -> answer(host, exchange)));
  }

  private void answer(int host, HttpExchange exchange) throws IOException {
    String url = at(host, exchange.getRequestURI().getPath().substring(1));
    if (url.equals(HANGS_UP)) {
      exchange.close();
      return;
    }
    boolean isDown = host == 2 && System.nanoTime() - begun < OUTAGE.toNanos();
    int status = isDown ? 503 : PAGES.contains(url) ? 200 : 404;
    StringBuilder page = new StringBuilder("<title>" + url + "</title>");
    if (url.equals(PAGES.getFirst())) {
      Stream.concat(PAGES.stream(), Stream.of(HANGS_UP, NO_NAME))
          .forEach(link -> page.append("<a href=\"").append(link).append("\">on</a>"));
    }
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** How often each page is in the peers' archives. */
  private Map<String, Integer> archived() throws IOException {
    Map<String, Integer> found = new TreeMap<>();
    for (PeerProcess peer : peers) {
      List<Path> files;
      try (Stream<Path> walk = Files.walk(peer.data())) {
        files = walk.filter(file -> file.toString().endsWith(".warc.gz")).toList();
      }
      for (Path file : files) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            if (record instanceof WarcResponse response) {
              found.merge(response.target(), 1, Integer::sum);
            }
          }
        }
      }
    }
    return found;
  }
}
