package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;

/**
 * Four peers crawl hosts that are larger than their budgets; one is killed on the way and starts
 * again. Together they fetch no more than was allowed, say when it is over, and each of them shows
 * the same crawl.
 */
@Execution(ExecutionMode.CONCURRENT)
class SwarmBudgetTest {
  private static final int PORT = 18_587;
  private static final int PEERS = 4;
  private static final int PAGES = 200;
  private static final int PER_HOST = 80;
  private static final int BODY = 10_000;
  private static final int PAGE_BUDGET = 30;
  private static final int BYTE_BUDGET = 300_000;

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<PeerProcess> peers = new ArrayList<>();
  private final Map<Integer, Integer> asked = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmBudgetTest() {}

  private static String at(int host, String path) {
    return "http://127.87.0." + host + ":" + PORT + "/" + path;
  }

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void aSwarmKeepsItsBudgetsInTotalAcrossRestartsAndSaysWhenItIsOver() throws Exception {
    for (int host = 1; host <= 4; host++) {
      serve(host);
    }
    for (int number = 1; number <= PEERS; number++) {
      start(number);
    }
    PeerProcess.await(peers, peer -> peer.living() == PEERS);
    seed(1, "--pages-per-host", "" + PER_HOST);
    PeerProcess.await(peers, peer -> asked.getOrDefault(1, 0) > PER_HOST / 4);
    PeerProcess killed = peers.getLast();
    killed.kill();
    killed.restart();
    seed(2, "--pages", "" + PAGE_BUDGET);
    seed(3, "--bytes", "300kB");

    PeerStatus.Crawl perHost = finished(1);
    int ofOneHost = asked.getOrDefault(1, 0);
    assertThat(ofOneHost).as("pages of one host").isBetween(PER_HOST * 3 / 4, PER_HOST);
    assertThat(perHost.fetched()).isBetween(ofOneHost * 3L / 4, (long) ofOneHost);
    assertThat(perHost.failures())
        .anyMatch(why -> why.because().equals("its host's budget of 80 pages is spent"));
    assertThat(perHost.found()).isEqualTo(PAGES + 1);
    PeerStatus.Crawl pages = finished(2);
    assertThat(asked.get(2)).as("pages in all").isBetween(PAGE_BUDGET * 3 / 4, PAGE_BUDGET);
    assertThat(pages.pageBudget()).isEqualTo(PAGE_BUDGET);
    PeerStatus.Crawl bytes = finished(3);
    assertThat(bytes.bytes())
        .as("bytes in all, and the pages under way")
        .isBetween(BYTE_BUDGET * 3L / 4, BYTE_BUDGET + PEERS * 2L * BODY);

    seed(4, "--may-stop", "all");
    PeerProcess third = peers.get(2);
    PeerProcess.await(List.of(third), peer -> !of(4, peer).isEmpty());
    PeerStatus.Crawl last = of(4, third).getFirst();
    assertThat(last.stoppable()).isTrue();
    PeerProcess.orb(List.of("peers", "--data", third.data().toString(), "--stop", last.number()));
    assertThat(of(4, third).getFirst().state()).isEqualTo("stopped");
  }

  /** All peers say that the crawl of that host is over, and with the same figures. */
  private PeerStatus.Crawl finished(int host) throws InterruptedException {
    PeerProcess.await(
        peers, peer -> of(host, peer).stream().anyMatch(it -> it.state().equals("finished")));
    List<PeerStatus.Crawl> views = peers.stream().flatMap(peer -> of(host, peer).stream()).toList();
    assertThat(views).hasSize(PEERS);
    assertThat(views)
        .extracting(view -> List.of(view.found(), view.fetched(), view.failed(), view.bytes()))
        .containsOnly(
            List.of(
                views.getFirst().found(),
                views.getFirst().fetched(),
                views.getFirst().failed(),
                views.getFirst().bytes()));
    return views.getFirst();
  }

  /** The crawl that began at that host, as a peer shows it; none if it does not know it. */
  private static List<PeerStatus.Crawl> of(int host, PeerProcess peer) {
    PeerStatus status = peer.status();
    return status == null
        ? List.of()
        : status.crawls().stream().filter(it -> it.firstSeed().equals(at(host, ""))).toList();
  }

  private void seed(int host, String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "peers",
                "--data",
                peers.getFirst().data().toString(),
                "--seed",
                at(host, ""),
                "--scope",
                "host"));
    command.addAll(List.of(options));
    PeerProcess.orb(command);
  }

  private void start(int number) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--delay", "5ms", "--ip-delay", "5ms", "--allow", "127.0.0.0/8"));
    options.addAll(List.of("--copies", "2", "--retry", "100ms", "--leave-within", "0"));
    options.addAll(number == 1 ? List.of() : List.of("--peers", "127.87.1.1:7117"));
    peers.add(
        PeerProcess.up(
            directory.resolve("peer" + number),
            Endpoint.parse("127.87.1." + number + ":7117"),
            options));
  }

  private void serve(int host) throws IOException {
    servers.add(LoopbackSite.serve("127.87.0." + host, PORT, exchange -> answer(host, exchange)));
  }

  private void answer(int host, HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean robots = path.equals("/robots.txt");
    if (!robots) {
      asked.merge(host, 1, Integer::sum);
    }
    StringBuilder page = new StringBuilder("<title>" + path + "</title>");
    for (int i = 0; path.equals("/") && i < PAGES; i++) {
      page.append("<a href=\"/p").append(i).append("\">on</a>");
    }
    page.append(path.repeat(BODY / path.length()), 0, Math.max(0, BODY - page.length()));
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(robots ? 404 : 200, body.length);
    exchange.getResponseBody().write(Objects.requireNonNull(body));
    exchange.close();
  }
}
