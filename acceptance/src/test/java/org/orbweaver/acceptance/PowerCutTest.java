package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;

/**
 * D2, with a process as users start it: the power is cut while a peer that is alone with its crawl
 * fetches pages. Of its file system only what was synced is left; the peer goes on by itself, has
 * every page in the end, and asks again for none that it had counted as processed a second before.
 */
@Execution(ExecutionMode.CONCURRENT)
class PowerCutTest {
  private static final int PORT = 18_584;
  private static final int HOSTS = 3;
  private static final int PAGES_EACH = 12;
  private static final Set<String> PAGES = new TreeSet<>(pages());

  @TempDir private Path directory;
  private final List<HttpServer> servers = new ArrayList<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  PowerCutTest() {}

  private static List<String> pages() {
    return IntStream.rangeClosed(1, HOSTS)
        .boxed()
        .flatMap(host -> IntStream.range(0, PAGES_EACH).mapToObj(page -> at(host, "/p" + page)))
        .toList();
  }

  private static String at(int host, String path) {
    return "http://127.84.0." + host + ":" + PORT + path;
  }

  @AfterEach
  void end() {
    servers.forEach(server -> server.stop(0));
  }

  @Test
  void aPeerGoesOnWithWhatWasSyncedAndHasEveryPageInTheEnd() throws Exception {
    Assumptions.assumeTrue(LosingDisk.isPossible(), "only root can mount a file system of its own");
    for (int host = 1; host <= HOSTS; host++) {
      serve(host);
    }
    try (LosingDisk disk = LosingDisk.make(directory);
        PeerProcess peer = up(disk.root())) {
      List<PeerProcess> alone = List.of(peer);
      PeerProcess.await(alone, it -> it.living() == 1);
      String first = PAGES.iterator().next();
      String data = peer.data().toString();
      PeerProcess.orb(
          List.of("peers", "--data", data, "--seed", first, "--scope", "any", "--depth", "1"));
      PeerProcess.await(alone, it -> processed(it) >= PAGES.size() / 3);
      long counted = processed(peer);
      Thread.sleep(1_000);
      Files.writeString(disk.root().resolve("not-synced"), "x".repeat(10_000));
      disk.cutPower();
      peer.kill();
      long before = requests();
      disk.mountAgain();
      Path lost = disk.root().resolve("not-synced");
      assertThat(Files.exists(lost) ? Files.size(lost) : 0).as("the disk does forget").isZero();
      assertThat(counted).as("it was in the middle of it").isLessThan(PAGES.size());
      peer.restart();
      PeerProcess.await(alone, it -> asked.keySet().containsAll(PAGES) && it.isIdle());
      peer.stop();
      assertThat(archived(disk.root())).containsAll(PAGES);
      assertThat(requests() - PAGES.size())
          .as("of %d requests before the cut, %d pages were processed", before, counted)
          .isLessThanOrEqualTo(before - counted);
    }
  }

  private static PeerProcess up(Path data) throws IOException {
    return PeerProcess.up(
        data,
        Endpoint.parse("127.84.1.1:7117"),
        List.of(
            "--delay",
            "100ms",
            "--ip-delay",
            "1ms",
            "--allow",
            "127.0.0.0/8",
            "--leave-within",
            "0"));
  }

  private static long processed(PeerProcess peer) {
    PeerStatus status = peer.status();
    return status == null ? 0 : status.figures().processed();
  }

  private long requests() {
    return asked.values().stream().mapToInt(Integer::intValue).sum();
  }

  private void serve(int host) throws IOException {
    servers.add(LoopbackSite.serve("127.84.0." + host, PORT, exchange -> answer(host, exchange)));
  }

  private void answer(int host, HttpExchange exchange) throws IOException {
    String url = at(host, exchange.getRequestURI().getPath());
    boolean known = PAGES.contains(url);
    if (known) {
      asked.merge(url, 1, Integer::sum);
    }
    StringBuilder page = new StringBuilder("<title>" + url + "</title>");
    PAGES.forEach(link -> page.append("<a href=\"").append(link).append("\">on</a>"));
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(known ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Every record of every file can be read. */
  private static Set<String> archived(Path data) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(data.resolve("archive"))) {
      files = walk.filter(file -> file.toString().endsWith(".warc.gz")).toList();
    }
    Set<String> found = new TreeSet<>();
    for (Path file : files) {
      try (WarcReader reader = new WarcReader(file)) {
        for (WarcRecord record : reader) {
          record.body().consume();
          if (record instanceof WarcTargetRecord target) {
            found.add(target.target());
          }
        }
      }
    }
    return found;
  }
}
