package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * Four processes as users start them. The second one's operator wants nothing of the site; the
 * third one's changes its mind later; the first one, whose crawl it is, takes a page down.
 */
class SwarmRulesTest {
  private static final int PORT = 8091;
  private static final int HOSTS = 12;
  private static final int PEERS = 4;

  @TempDir private Path directory;
  private final PageReader pages = new PageReader();
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<PeerProcess> peers = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  SwarmRulesTest() {}

  @AfterEach
  void end() {
    peers.forEach(PeerProcess::close);
    servers.forEach(server -> server.stop(0));
    pages.close();
  }

  private void serve(int host) throws IOException {
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByName("127.91.0." + host), PORT), 0);
    server.createContext("/", exchange -> answer(host, exchange));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    servers.add(server);
  }

  private static String page(int host, String path) {
    return "http://127.91.0." + host + ":" + PORT + path;
  }

  /** Each host has a page that tells of a secret, and leads to the next host. */
  private static void answer(int host, HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean known = List.of("/", "/secret.html", "/open.html").contains(path);
    String next = host < HOSTS ? "<a href='" + page(host + 1, "/") + "'>next</a>" : "";
    String text =
        "<title>%s of %d</title><a href='/secret.html'>s</a><a href='/open.html'>o</a>%s"
            .formatted(path, host, next);
    byte[] body = (known ? text : "no").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(known ? 200 : 404, body.length);
    try (var out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private void start(int number, List<String> rules) throws IOException {
    Path data = Files.createDirectories(directory.resolve("peer" + number));
    Files.write(data.resolve("access.txt"), rules);
    List<String> options = new ArrayList<>();
    if (number > 1) {
      options.addAll(List.of("--peers", "127.91.1.1:7117"));
    }
    options.addAll(List.of("--delay", "1ms", "--ip-delay", "1ms", "--allow", "127.0.0.0/8"));
    options.addAll(List.of("--trust", "off", "--console", "0", "--leave-within", "0"));
    peers.add(PeerProcess.up(data, Endpoint.parse("127.91.1." + number + ":7117"), options));
  }

  @Test
  void whatOneDoesNotWantOthersFetchAndHoldAndWhatTheOwnerTakesDownNobodyShows() throws Exception {
    for (int host = 1; host <= HOSTS; host++) {
      serve(host);
    }
    start(1, List.of());
    start(2, List.of("refuse all words 127.91 not on my machine"));
    start(3, List.of());
    start(4, List.of());
    PeerProcess.await(peers, peer -> peer.living() == PEERS);
    PeerProcess first = peers.getFirst();
    String data = first.data().toString();
    String said =
        PeerProcess.orb(
            List.of(
                "peers",
                "--data",
                data,
                "--seed",
                page(1, "/"),
                "--scope",
                "any",
                "--include",
                "^http://127\\.91\\.0\\.",
                "--json"));
    String crawl = PageReader.first(PageReader.NUMBER, said);
    PeerProcess.await(List.of(first), peer -> holds(peer, SwarmRulesTest::isFinished));
    PeerProcess.await(peers, PeerProcess::isIdle);

    PeerStatus status = Objects.requireNonNull(first.status());
    assertThat(status.crawls().getFirst().fetched()).as("all pages").isEqualTo(3 * HOSTS);
    PeerStatus picky = Objects.requireNonNull(peers.get(1).status());
    assertThat(picky.refusals().rules())
        .containsExactly("refuse all words 127.91 not on my machine");
    assertThat(picky.refusals().figures().handedOn()).isPositive();
    assertThat(picky.refusals().figures().declinedHere()).isPositive();
    assertThat(picky.refusals().refused().getFirst().because())
        .isEqualTo("not fetched: not on my machine");
    assertThat(peers)
        .allMatch(peer -> holds(peer, it -> it.refusals().figures().fewerCopies() == 0));

    shows(1, 200, page(2, "/secret.html"));
    shows(2, 451, page(2, "/secret.html"));
    shows(3, 200, page(2, "/secret.html"));
    Files.writeString(
        peers.get(2).data().resolve("access.txt"), "refuse show words secret.html court order\n");
    peers.get(2).hangUp();
    shows(3, 451, page(2, "/secret.html"));
    shows(3, 200, page(2, "/open.html"));

    List<String> takeDown =
        List.of("--crawl", crawl, "--take-down", page(3, "/open.html"), "--because", "asked to");
    PeerProcess.Ended another = peers(3, takeDown);
    assertThat(another.code()).isEqualTo(1);
    assertThat(another.said()).contains("was begun by another peer, which alone can take pages");
    assertThat(peers(1, takeDown).code()).isZero();
    shows(1, 451, page(3, "/open.html"));
    shows(3, 451, page(3, "/open.html"));
    shows(4, 451, page(3, "/open.html"));
    shows(4, 200, page(3, "/secret.html"));
    assertThat(Objects.requireNonNull(peers.get(3).status()).refusals().takedowns())
        .extracting(PeerStatus.TakenDown::line)
        .containsExactly("block " + page(3, "/open.html") + " asked to");
    PeerProcess.Ended got =
        peers(
            4,
            List.of(
                "--get",
                page(3, "/open.html"),
                "--crawl",
                crawl,
                "--into",
                directory.resolve("page.warc.gz").toString()));
    assertThat(got.said()).contains("is not shown: asked to");

    Path warcs = directory.resolve("crawl");
    assertThat(first.export(crawl, warcs)).contains("\"takenDown\":1", "\"missing\":0");
    assertThat(Files.readString(warcs.resolve("access.txt"))).contains("asked to");

    peers.forEach(PeerProcess::close);
    Thread.sleep(1_000);
    try (PieceDisk pieces =
        PieceDisk.open(
            peers.get(1).data().resolve("results"), peers.get(1).data(), Runnable::run)) {
      assertThat(pieces.from(EntryId.FIRST, 10)).as("of the peer that wants nothing").isEmpty();
    }
  }

  private PeerProcess.Ended peers(int number, List<String> what) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("peers", "--data"));
    arguments.add(peers.get(number - 1).data().toString());
    arguments.addAll(what);
    return PeerProcess.run(arguments);
  }

  private static boolean isFinished(PeerStatus status) {
    return !status.crawls().isEmpty()
        && status.crawls().stream().allMatch(crawl -> crawl.state().equals("finished"));
  }

  private static boolean holds(PeerProcess peer, Predicate<PeerStatus> what) {
    PeerStatus status = peer.status();
    return status != null && what.test(status);
  }

  /** In the end: a takedown takes up to twenty seconds to be heard of everywhere. */
  private void shows(int number, int code, String page) throws Exception {
    PeerProcess peer = peers.get(number - 1);
    String console = PageReader.first(PageReader.CONSOLE, peer.log());
    // Asked for each time: opened anew, after a change of the rules, it has another port.
    PeerProcess.await(
        List.of(peer),
        it -> {
          String all = pages.body(console + "archive");
          return all.contains("of their own")
              && pages.status(PageReader.first(PageReader.ARCHIVE, all) + "web/2100id_/" + page)
                  == code;
        });
  }
}
