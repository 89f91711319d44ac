package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * Six processes as users start them keep what they crawled: though a bit of one's archive flips, a
 * file of another's goes, rows of a third vanish, and at last two disks are erased.
 */
class KeptCopiesTest {
  private static final int PORT = 8088;
  private static final int HOSTS = 12;
  private static final int PAGES = 4;
  private static final int PEERS = 6;
  private static final int COPIES = 3;
  private static final String GATE = "127.88.1.1:7117";
  private static final Duration AUDIT = Duration.ofSeconds(40);

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<PeerProcess> swarm = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  KeptCopiesTest() {}

  @AfterEach
  void end() {
    swarm.forEach(PeerProcess::close);
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void damageIsFoundAndRepairedWithinAnAuditAndErasedDisksAreFilled() throws Exception {
    for (int host = 1; host <= HOSTS; host++) {
      serve(host);
    }
    swarm.add(up(1));
    PeerProcess.await(swarm, peer -> peer.living() == 1); // the others join through it
    for (int number = 2; number <= PEERS; number++) {
      swarm.add(up(number));
    }
    PeerProcess.await(swarm, peer -> peer.living() == PEERS);
    crawl();
    PeerProcess.await(swarm, PeerProcess::isIdle);
    PeerProcess.await(swarm, peer -> holds(peer, it -> it.keeping().passes() > 0));

    long began = System.nanoTime();
    PeerProcess flipped = swarm.get(0);
    flipBit(largest(warcs(flipped)));
    PeerProcess deleted = swarm.get(1);
    for (Path file : warcs(deleted)) {
      Files.delete(file);
    }
    PeerProcess robbed = swarm.get(2);
    robbed.kill();
    List<EntryId> rows = KeptPieces.lose(robbed);
    assertThat(rows).isNotEmpty();
    robbed.restart();
    for (PeerProcess damaged : List.of(flipped, deleted)) {
      PeerProcess.await(
          List.of(damaged),
          peer ->
              holds(
                  peer,
                  it ->
                      it.keeping().damagedHere() > 0
                          && it.keeping().repairedHere() == it.keeping().damagedHere()));
    }
    PeerProcess.await(List.of(robbed), peer -> holds(peer, it -> it.keeping().passes() > 1));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(took).as("one audit's period").isLessThan(AUDIT);
    String shown = PeerProcess.orb(List.of("peers", "--data", flipped.data().toString(), "--json"));
    assertThat(shown).contains("damagedHere", "repairedHere", "auditsFailed");

    PeerProcess.await(swarm, PeerProcess::isIdle);
    long sent = KeptPieces.repaired(swarm.subList(0, 4));
    long lost = 0;
    for (PeerProcess unlucky : swarm.subList(4, PEERS)) {
      unlucky.kill();
      lost += KeptPieces.bytes(unlucky);
      unlucky.eraseDisk();
    }
    for (PeerProcess unlucky : swarm.subList(4, PEERS)) {
      unlucky.restart();
    }
    PeerProcess.await(swarm, peer -> peer.living() == PEERS);
    PeerProcess.await(swarm, peer -> holds(peer, it -> it.keeping().passes() > 1));
    PeerProcess.await(swarm, PeerProcess::isIdle);
    long moved = KeptPieces.repaired(swarm) - sent;

    for (PeerProcess peer : swarm) {
      peer.kill();
    }
    // Of what was lost some may have been surplus, which nobody brings back.
    long filled = 0;
    for (PeerProcess unlucky : swarm.subList(4, PEERS)) {
      filled += KeptPieces.bytes(unlucky);
    }
    assertThat(moved)
        .as("bytes moved to bring back %d of %d", filled, lost)
        .isLessThanOrEqualTo(Math.min(filled, lost) * 13 / 10);
    Map<EntryId, Integer> copies = KeptPieces.copies(swarm);
    assertThat(copies.keySet()).containsAll(rows).hasSizeGreaterThan(HOSTS * PAGES);
    assertThat(copies.values()).allMatch(count -> count >= COPIES);
  }

  private static boolean holds(PeerProcess peer, Predicate<PeerStatus> condition) {
    PeerStatus status = peer.status();
    return status != null && condition.test(status);
  }

  private PeerProcess up(int number) throws IOException {
    List<String> options = new ArrayList<>();
    if (number > 1) {
      options.addAll(List.of("--peers", GATE));
    }
    options.addAll(List.of("--delay", "10ms", "--ip-delay", "10ms", "--allow", "127.0.0.0/8"));
    options.addAll(List.of("--leave-within", "0", "--trust", "off", "--console", "-1"));
    options.addAll(List.of("--reconcile", "6s", "--audit", AUDIT.toSeconds() + "s"));
    return PeerProcess.up(
        directory.resolve("peer" + number),
        Endpoint.parse("127.88.1." + number + ":7117"),
        options);
  }

  private void crawl() throws IOException {
    List<String> seeds = new ArrayList<>();
    for (int host = 1; host <= HOSTS; host++) {
      for (int page = 0; page < PAGES; page++) {
        seeds.add("http://127.88.0.%d:%d/%d".formatted(host, PORT, page));
      }
    }
    PeerOrders.ask(
        swarm.getFirst().data(), new PeerOrder.Seed(seeds, 0, 0, Map.of("reach", "HOST")));
  }

  private static List<Path> warcs(PeerProcess peer) throws IOException {
    try (Stream<Path> files = Files.walk(peer.data().resolve("archive"))) {
      return files.filter(file -> file.toString().endsWith(".warc.gz")).toList();
    }
  }

  private static Path largest(List<Path> files) {
    return files.stream().max((a, b) -> Long.compare(size(a), size(b))).orElseThrow();
  }

  private static long size(Path file) {
    return file.toFile().length();
  }

  private static void flipBit(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
      long middle = bytes.length() / 2;
      bytes.seek(middle);
      int before = bytes.read();
      bytes.seek(middle);
      bytes.write(before ^ 4);
    }
  }

  private void serve(int host) throws IOException {
    InetAddress address = InetAddress.ofLiteral("127.88.0." + host);
    HttpServer server = HttpServer.create(new InetSocketAddress(address, PORT), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", exchange -> answer(exchange, host));
    server.start();
    servers.add(server);
  }

  private static void answer(HttpExchange exchange, int host) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean robots = path.equals("/robots.txt");
    byte[] noise = new byte[3_000];
    new Random(31L * host + path.hashCode()).nextBytes(noise);
    byte[] page =
        ("<html><body><p>" + HexFormat.of().formatHex(noise) + "</p></body></html>")
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
