package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcTargetRecord;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.disk.PieceDisk;
import org.orbweaver.app.swarm.BuiltInKinds;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/** Web tasks over real sockets: fetched under leases, archived, their links followed. */
@Execution(ExecutionMode.CONCURRENT)
class WebTasksTest {
  @TempDir private Path directory;

  private static final Duration DELAY = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  WebTasksTest() {}

  @Test
  void aPeerFetchesAWholeWebOnceAndPolitely() throws Exception {
    Set<String> visited = ConcurrentHashMap.newKeySet();
    WebShape shape = new WebShape(WebOptions.usual(6, 60, 3).unchanging().withoutSpecials());
    try (LoopbackWeb web = new LoopbackWeb(shape, 0, DELAY.toNanos(), visited::add);
        StopSignal stop = new StopSignal();
        RunningPeer peer =
            RunningPeer.start(
                options(directory, Endpoint.parse("127.79.0.1:0"), List.of(), web), stop)) {
      peer.crawls().begin(plan(web), PATIENCE);
      awaitUntil(() -> peer.status().figures().isIdle(), () -> peer.status().toString());
      long pages = 0;
      for (int host = 0; host < shape.hosts(); host++) {
        pages += shape.pages(host, 0);
      }
      long robots = visited.stream().filter(url -> url.endsWith("/robots.txt")).count();
      assertThat(visited.size() - robots).isGreaterThanOrEqualTo(pages);
      assertThat(web.requests()).as("nothing twice").isEqualTo(visited.size());
      assertThat(web.tooSoon()).isZero();
      assertThat(web.atOnce()).isZero();
    }
    try (Stream<Path> files = Files.walk(directory.resolve("archive"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".warc.gz"))).isNotEmpty();
    }
  }

  @Test
  void everyPageIsKeptByThreePeersAndEveryPeerCanBringIt() throws Exception {
    Set<String> visited = ConcurrentHashMap.newKeySet();
    WebShape shape = new WebShape(WebOptions.usual(6, 30, 3).unchanging().withoutSpecials());
    List<String> pages;
    try (LoopbackWeb web = new LoopbackWeb(shape, 0, DELAY.toNanos(), visited::add);
        StopSignal stop = new StopSignal();
        RunningPeer first = member(1, List.of(), web, stop);
        RunningPeer second = member(2, List.of(first.home()), web, stop);
        RunningPeer third = member(3, List.of(first.home()), web, stop);
        RunningPeer fourth = member(4, List.of(first.home()), web, stop)) {
      List<RunningPeer> peers = List.of(first, second, third, fourth);
      awaitUntil(() -> peers.stream().allMatch(peer -> peer.status().living() == 4));
      CrawlRecord crawl = first.crawls().begin(plan(web), PATIENCE);
      awaitUntil(
          () ->
              peers.stream().anyMatch(peer -> peer.status().figures().started() > 0)
                  && peers.stream().allMatch(peer -> peer.status().figures().isIdle()),
          () -> peers.stream().map(peer -> peer.status() + "\n").toList().toString());
      Map<Boolean, List<String>> asked =
          visited.stream()
              .map(page -> "http://" + page.replaceFirst("/", ":" + port(web) + "/"))
              .collect(Collectors.partitioningBy(page -> page.endsWith("/robots.txt")));
      pages = asked.getOrDefault(false, List.of());
      assertThat(pages.size()).isGreaterThanOrEqualTo(30);
      Path file = directory.resolve("page.warc.gz");
      Set<String> besides = new HashSet<>();
      for (String page : pages) {
        second.bring(page, List.of(crawl.number()), file);
        List<String> brought = responses(file);
        assertThat(brought).contains(page);
        besides.addAll(brought);
      }
      besides.removeAll(pages);
      assertThat(besides)
          .as("robots.txt goes along")
          .containsAll(asked.getOrDefault(true, List.of()));
      assertThatThrownBy(() -> first.bring(web.seed() + "never", first.crawls().numbers(), file))
          .hasMessageContaining("the swarm has nothing of");
    }
    Map<EntryId, Integer> copies = new HashMap<>();
    for (int number = 1; number <= 4; number++) {
      Path home = directory.resolve("peer" + number);
      try (PieceDisk disk = PieceDisk.open(home.resolve("results"), home, Runnable::run)) {
        for (Entry piece : disk.from(EntryId.FIRST, Integer.MAX_VALUE)) {
          assertThat(disk.get(piece.id())).isNotNull();
          copies.merge(piece.id(), 1, Integer::sum);
        }
      }
    }
    assertThat(copies.size()).isGreaterThanOrEqualTo(pages.size());
    assertThat(copies.values()).allMatch(count -> count >= 3);
  }

  private RunningPeer member(int number, List<Endpoint> gates, LoopbackWeb web, StopSignal stop)
      throws IOException {
    Path home = directory.resolve("peer" + number);
    return RunningPeer.start(
        options(home, Endpoint.parse("127.79.1." + number + ":0"), gates, web), stop);
  }

  private static PeerOptions options(
      Path home, Endpoint address, List<Endpoint> gates, LoopbackWeb web) {
    return new PeerOptions(
        home,
        "web",
        address,
        gates,
        OverlaySettings.DEFAULT,
        BuiltInKinds.ALL,
        new PeerTools.Wishes(options(web), LinkTasks.NO_WISHES.dht(), 4));
  }

  private static CrawlPlan plan(LoopbackWeb web) {
    return new CrawlPlan(
        PeerOrders.seconds(),
        30,
        CrawlPlan.FOR_EVER,
        List.of(web.seed()),
        Map.of("reach", "DOMAIN"));
  }

  private static int port(LoopbackWeb web) {
    return URI.create(web.seed()).getPort();
  }

  private static void awaitUntil(BooleanSupplier holds) throws InterruptedException {
    awaitUntil(holds, () -> "");
  }

  private static void awaitUntil(BooleanSupplier holds, Supplier<String> otherwise)
      throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime()).as(otherwise).isLessThan(deadline);
      Thread.sleep(100);
    }
  }

  /** The addresses that the file has responses of. */
  private static List<String> responses(Path file) throws IOException {
    List<String> found = new ArrayList<>();
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcTargetRecord target && !(record instanceof WarcRequest)) {
          found.add(target.target());
        }
      }
    }
    return found;
  }

  private static WebCrawlOptions options(LoopbackWeb web) {
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "lab", "http://localhost/"))
            .withManners(Manners.none().withDelay(DELAY, Duration.ZERO));
    return WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.DOMAIN))
        .allowing(List.of("127.0.0.0/8"))
        .resolvingBy(web::resolve);
  }
}
