package org.orbweaver.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.Closeables;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.page.PageTerms;
import org.orbweaver.app.swarm.BuiltInKinds;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.fetch.http.Resolver;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.membership.PeerClaim;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.trust.TrustSettings;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;

/**
 * Six peers as {@code orb up} runs them, in one process: the first is the one whose console is
 * shown, the fifth will vanish, the sixth cheats.
 */
final class SixPeers implements AutoCloseable {
  private static final int COUNT = 6;
  private static final int VICTIM = 4;
  private static final int CHEAT = 5;
  private static final String SWARM = "demo";

  /** A day in the life of a real swarm; here one wants to see it. */
  private static final Duration PERIOD = Duration.ofSeconds(4);

  private static final Duration PAUSE = Duration.ofMillis(150);

  /** What peers have in common. */
  record Setting(Path folder, int port, Resolver names, PeerTools.Dht dht) {}

  private final Setting setting;
  private final StopSignal stop;
  private final CrawlOptions crawling;
  private final ScopeOptions scope = ScopeOptions.of(Reach.HOST);
  private final List<RunningPeer> peers = new ArrayList<>();
  private @Nullable RunningPeer dead;

  private SixPeers(Setting setting, StopSignal stop) {
    this.setting = setting;
    this.stop = stop;
    this.crawling =
        CrawlOptions.usual(new UserAgent("orbweaver", "demo", "http://localhost/"))
            .withManners(Manners.usual().withDelay(PAUSE, Duration.ofMillis(20)));
  }

  static SixPeers start(Setting setting, StopSignal stop) throws IOException {
    SixPeers six = new SixPeers(setting, stop);
    try {
      for (int i = 0; i < COUNT; i++) {
        six.startOne(i);
      }
      return six;
    } catch (IOException | RuntimeException e) {
      six.close();
      throw e;
    }
  }

  private void startOne(int number) throws IOException {
    PeerOptions options =
        new PeerOptions(
            Files.createDirectories(folder(number)),
            SWARM,
            home(number),
            number == 0 ? List.of() : List.of(home(0)),
            OverlaySettings.DEFAULT,
            number == CHEAT ? new TaskKinds(List.of(new FalseLinks())) : BuiltInKinds.ALL,
            new PeerTools.Wishes(
                WebCrawlOptions.usual(crawling, scope)
                    .allowing(List.of("127.0.0.0/8"))
                    .resolvingBy(setting.names()),
                setting.dht(),
                4),
            TrustSettings.of(PERIOD.toNanos()));
    peers.add(RunningPeer.start(options, stop));
  }

  private Endpoint home(int number) {
    return Endpoint.parse("127.0.8." + (number + 1) + ":" + setting.port());
  }

  Path folder(int number) {
    return setting.folder().resolve("peer" + (number + 1));
  }

  /** Where the pages of the others than the first are. */
  List<Path> otherArchives() {
    List<Path> archives = new ArrayList<>();
    for (int i = 1; i < COUNT; i++) {
      archives.add(folder(i).resolve("archive"));
    }
    return archives;
  }

  RunningPeer first() {
    return peers.getFirst();
  }

  CrawlPlan plan(List<String> seeds, int depth) {
    Map<String, String> terms =
        PageTerms.of(scope, crawling.visit(), Long.MAX_VALUE, Long.MAX_VALUE);
    return new CrawlPlan(
        PeerOrders.seconds(),
        depth,
        CrawlPlan.FOR_EVER,
        seeds.stream().map(BuiltInKinds.ALL::canonical).toList(),
        terms);
  }

  String victim() {
    return home(VICTIM).toString();
  }

  String cheat() {
    return home(CHEAT).toString();
  }

  /** The fifth is gone, in the middle of its work and without a word. */
  void kill() throws IOException {
    dead = peers.get(VICTIM);
    dead.close();
  }

  /** Whether the first peer has noticed. */
  boolean isVictimMissed() {
    return first().status().members().stream()
        .anyMatch(each -> each.address().equals(victim()) && each.life() == PeerClaim.Life.DEAD);
  }

  /** Whether nobody who is left and trusted has anything to do for that crawl any more. */
  boolean isDone(String crawl) {
    return living()
        .filter(peer -> peer != peers.get(CHEAT))
        .flatMap(peer -> peer.status().crawls().stream())
        .filter(each -> each.number().equals(crawl))
        .allMatch(each -> each.state().equals("finished"));
  }

  /** Pages that they have fetched. */
  long fetched() {
    return living().mapToLong(each -> each.status().figures().processed()).sum();
  }

  private Stream<RunningPeer> living() {
    return peers.stream().filter(each -> each != dead);
  }

  /** How the first peer thinks of the cheat; null while it knows nothing of it. */
  SwarmTrust.@Nullable Contributor cheatsStanding() {
    String name = SwarmTrust.of(peers.get(CHEAT).trust().look()).self();
    return SwarmTrust.of(first().trust().look()).contributors().stream()
        .filter(each -> each.peer().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** All at once: one after the other would take longer than who pressed Ctrl-C has patience. */
  @Override
  public void close() throws IOException {
    List<Future<?>> closing = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Closeables all = new Closeables()) {
      living().forEach(each -> closing.add(threads.submit(() -> closed(each))));
      closing.forEach(each -> all.add(each, () -> await(each)));
    }
  }

  private static Void closed(RunningPeer peer) throws IOException {
    peer.close();
    return null;
  }

  private static void await(Future<?> closing) throws IOException {
    try {
      closing.get();
    } catch (ExecutionException e) {
      throw new IOException("a peer did not end as it should", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
