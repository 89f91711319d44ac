package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.acceptance.CheatingPeer.Cheat;
import org.orbweaver.app.capture.CrawlExport;
import org.orbweaver.app.swarm.PeerAnswer;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.app.trust.StoredPage;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.kademlia.Endpoint;

/**
 * Twelve processes crawl and check each other: seven honest ones as users start them, one that does
 * nothing but ask, and four that cheat, each in its own way.
 */
class CheatsTest {
  private static final int PORT = 8087;

  /** A host is one peer's: with fewer, some peer had none by chance, or one. */
  private static final int HOSTS = 72;

  private static final int HONEST = 7;
  private static final String GATE = "127.98.1.1:7117";
  private static final Duration PERIOD = Duration.ofSeconds(8);
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** Processes that start together. */
  private static final int AT_ONCE = 3;

  /** Of one page: more than all its holders together give for nothing in a period. */
  private static final int READS = 60;

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<PeerProcess> honest = new ArrayList<>();
  private final Map<Cheat, PeerProcess> cheats = new EnumMap<>(Cheat.class);
  private @Nullable PeerProcess idle;
  private int crawls;

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  CheatsTest() {}

  @AfterEach
  void end() {
    honest.forEach(PeerProcess::close);
    cheats.values().forEach(PeerProcess::close);
    if (idle != null) {
      idle.close();
    }
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void cheatsAreFoundTheHonestAreNotAndWhoDoesNothingIsToldWhatToDo() throws Exception {
    for (int host = 1; host <= HOSTS; host++) {
      serve(host);
    }
    start();
    Map<String, String> names = new HashMap<>();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    long crawlAt = 0;
    while (!isFound(names)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not found: " + trust(honest.getFirst()));
      }
      if (System.nanoTime() > crawlAt) {
        crawlAt = System.nanoTime() + PERIOD.toNanos();
        crawl();
      }
      Thread.sleep(500);
    }
    for (PeerProcess peer : honest) {
      SwarmTrust trust = Objects.requireNonNull(trust(peer));
      for (PeerProcess other : honest) {
        String standing = standing(trust, names.getOrDefault(address(other), ""));
        assertThat(standing).as("an honest peer").isEqualTo("member");
      }
      assertThat(trust.contributors()).noneMatch(each -> each.standing().startsWith("out"));
    }
    showsTheEvidence(names);
    refusesWhoDoesNothing();
    refusesItsExport();
  }

  /** A few at a time: twelve that start at once on two cores take each other for dead. */
  private void start() throws IOException, InterruptedException {
    honest.add(up(1, List.of()));
    PeerProcess.await(honest, peer -> peer.living() == 1); // the others join through it
    int started = 1;
    for (int number = 2; number <= HONEST; number++) {
      honest.add(up(number, List.of()));
      if (++started % AT_ONCE == 0) {
        awaitLiving(started);
      }
    }
    idle = up(12, List.of("--virtual-nodes", "1", "--slots", "1"));
    started++;
    int next = HONEST + 1;
    for (Cheat cheat : Cheat.values()) {
      cheats.put(
          cheat,
          PeerProcess.cheating(
              directory.resolve("peer" + next),
              List.of(address(next++), GATE, cheat.name(), Long.toString(PERIOD.toMillis()))));
      if (++started % AT_ONCE == 0) {
        awaitLiving(started);
      }
    }
    PeerProcess.await(honest, peer -> peer.living() == started());
  }

  private int started() {
    return honest.size() + cheats.size() + 1;
  }

  private void awaitLiving(int count) throws InterruptedException {
    PeerProcess.await(List.of(honest.getFirst()), peer -> peer.living() >= count);
  }

  /** By the command that a user types: who, on what evidence, and which pages. */
  private void showsTheEvidence(Map<String, String> names)
      throws IOException, InterruptedException {
    Path data = honest.getFirst().data();
    String shown = PeerProcess.orb(List.of("trust", "--data", data.toString(), "--json"));
    assertThat(shown).contains("contradicted by several", "others saw something else at");
    SwarmTrust trust = Objects.requireNonNull(trust(honest.getFirst()));
    Set<String> authors =
        trust.disputed().stream()
            .filter(each -> each.page() != null)
            .map(SwarmTrust.DisputedCapture::author)
            .collect(Collectors.toSet());
    Set<String> liars =
        Set.of(
            names.getOrDefault(address(8), ""),
            names.getOrDefault(address(9), ""),
            names.getOrDefault(address(11), ""));
    assertThat(authors).as("whose pages are disputed").isEqualTo(liars);
    showsTheOtherVersion(data, trust);
  }

  /** What the origin serves to everybody else, as a file. */
  private void showsTheOtherVersion(Path data, SwarmTrust trust)
      throws IOException, InterruptedException {
    String page =
        trust.disputed().stream()
            .map(SwarmTrust.DisputedCapture::page)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseThrow();
    Path file = directory.resolve("other-version.warc.gz");
    List<String> asked =
        List.of(
            "trust", "--data", data.toString(), "--other-version", page, "--into", file.toString());
    long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (!Files.exists(file)) {
      try {
        PeerProcess.orb(asked);
      } catch (IOException e) { // its bytes may still be on their way to who keeps them
        if (System.nanoTime() > deadline
            || !String.valueOf(e.getMessage()).contains("ask again later")) {
          throw e;
        }
      }
    }
    StoredPage other = Objects.requireNonNull(StoredPage.ofRecords(Files.readAllBytes(file)));
    assertThat(new String(other.body(), StandardCharsets.UTF_8)).contains("tells one story");
  }

  /** Whether the first honest peer knows of every cheat. */
  private boolean isFound(Map<String, String> names) {
    SwarmTrust trust = trust(honest.getFirst());
    if (trust == null) {
      return false;
    }
    for (SwarmTrust.Contributor each : trust.contributors()) {
      if (each.address() != null) {
        names.put(each.address(), each.peer());
      }
    }
    return standing(trust, names.getOrDefault(address(8), "")).startsWith("not answered")
        && standing(trust, names.getOrDefault(address(9), "")).startsWith("not answered")
        && standing(trust, names.getOrDefault(address(10), "")).startsWith("not heard")
        && standing(trust, names.getOrDefault(address(11), "")).startsWith("not answered");
  }

  private static String standing(@Nullable SwarmTrust trust, String name) {
    return trust == null
        ? ""
        : trust.contributors().stream()
            .filter(each -> each.peer().equals(name))
            .map(SwarmTrust.Contributor::standing)
            .findFirst()
            .orElse("");
  }

  private static @Nullable SwarmTrust trust(PeerProcess peer) {
    try {
      PeerAnswer answer = PeerOrders.ask(peer.data(), new PeerOrder.Trust());
      return answer.trust();
    } catch (IOException e) {
      return null;
    }
  }

  /** It may read a little for nothing from each; then it hears what it would have to do. */
  private void refusesWhoDoesNothing() throws IOException, InterruptedException {
    String crawl = firstCrawl();
    PeerProcess asking = Objects.requireNonNull(idle);
    Path into = directory.resolve("got.warc.gz");
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String said = "";
    for (int i = 0; !said.contains("verified") && System.nanoTime() < deadline; i++) {
      String page = page(1 + i / READS % HOSTS, 0);
      try {
        PeerOrders.ask(asking.data(), new PeerOrder.Get(page, crawl, into.toString()));
      } catch (IOException e) {
        said = String.valueOf(e.getMessage());
      }
    }
    assertThat(said).contains("refuses bulk read").contains("until others have verified");
  }

  /** Who does nothing may have met no crawl: another has to tell it the number. */
  private String firstCrawl() throws IOException {
    PeerStatus status =
        Objects.requireNonNull(
            PeerOrders.ask(honest.getFirst().data(), new PeerOrder.Status()).status());
    return status.crawls().stream()
        .filter(each -> page(1, 0).equals(each.firstSeed()))
        .map(PeerStatus.Crawl::number)
        .findFirst()
        .orElseThrow();
  }

  /** Of a whole crawl it gets no list, and is told by those who contribute what it lacks. */
  private void refusesItsExport() throws IOException {
    Path data = Objects.requireNonNull(idle).data();
    CrawlExport.Report report =
        Objects.requireNonNull(
            PeerOrders.ask(
                    data,
                    new PeerOrder.Export(firstCrawl(), directory.resolve("export").toString()))
                .export());
    assertThat(report.answered()).isLessThan(report.asked());
    assertThat(report.refusals())
        .anyMatch(each -> each.contains("refuses export") && each.contains("have verified"));
  }

  private PeerProcess up(int number, List<String> more) throws IOException {
    List<String> options = new ArrayList<>(more);
    if (number > 1) {
      options.addAll(List.of("--peers", GATE));
    }
    options.addAll(List.of("--delay", "10ms", "--ip-delay", "10ms", "--allow", "127.0.0.0/8"));
    options.addAll(List.of("--leave-within", "0", "--trust", PERIOD.toSeconds() + "s"));
    return PeerProcess.up(
        directory.resolve("peer" + number), Endpoint.parse(address(number)), options);
  }

  private static String address(int number) {
    return "127.98.1." + number + ":7117";
  }

  private String address(PeerProcess peer) {
    return address(honest.indexOf(peer) + 1);
  }

  private static String page(int host, int crawl) {
    return "http://127.98.0.%d:%d/%d".formatted(host, PORT, crawl);
  }

  /** New pages of all hosts. */
  private void crawl() throws IOException {
    List<String> seeds = new ArrayList<>();
    for (int host = 1; host <= HOSTS; host++) {
      seeds.add(page(host, crawls));
    }
    crawls++;
    PeerOrders.ask(
        honest.getFirst().data(), new PeerOrder.Seed(seeds, 0, 0, Map.of("reach", "HOST")));
  }

  private void serve(int host) throws IOException {
    InetAddress address = InetAddress.ofLiteral("127.98.0." + host);
    HttpServer server = HttpServer.create(new InetSocketAddress(address, PORT), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", CheatsTest::answer);
    server.start();
    servers.add(server);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean robots = path.equals("/robots.txt");
    byte[] page =
        ("<html><body><p>The true page at %s tells one story, and the same to everybody who comes"
                + " by.</p></body></html>")
            .formatted(path)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(robots ? 404 : 200, robots ? -1 : page.length);
    try (OutputStream body = exchange.getResponseBody()) {
      if (!robots) {
        body.write(page);
      }
    }
  }
}
