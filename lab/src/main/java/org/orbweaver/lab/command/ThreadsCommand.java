package org.orbweaver.lab.command;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.TemporaryFolder;
import org.orbweaver.app.dht.DhtSetup;
import org.orbweaver.app.swarm.PeerOptions;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.RunningPeer;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.fetch.http.UserAgent;
import org.orbweaver.fetch.scope.Reach;
import org.orbweaver.fetch.scope.ScopeOptions;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.node.NodeFigures;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.shell.Output;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.web.WebCrawlOptions;
import org.orbweaver.web.crawl.CrawlOptions;
import org.orbweaver.web.visit.Manners;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code orb lab threads}: figures 4 and 5 of the overlay's paper, on this machine. */
@Command(
    name = "threads",
    description = "One peer with more and more threads: pages, links, CPU and bandwidth.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    footer = {
      "",
      "The web is served by the same process, so its CPU is in the figures.",
      "",
      "Examples:",
      "  orb lab threads",
      "  orb lab threads --threads 1,8,64 --latency 100 --json"
    })
final class ThreadsCommand implements Callable<Integer> {
  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /**
   * One point of both figures.
   *
   * @param processed pages fetched, archived and recorded a second
   * @param generated links found a second
   * @param cpu share of all cores
   */
  record Point(int threads, double processed, double generated, double cpu, double megabits) {}

  private record Report(int latencyMillis, int hosts, List<Point> points) {}

  /** What is counted up, at one moment. */
  private record Reading(long at, long cpu, NodeFigures figures, long bytes) {}

  @Mixin private Output output;

  @Option(names = "--threads", split = ",", defaultValue = "1,2,4,8,16,32,64,128,256")
  private List<Integer> threads;

  @Option(
      names = "--seconds",
      defaultValue = "8",
      description = "How long to measure at each point.")
  private int seconds;

  @Option(
      names = "--latency",
      defaultValue = "50",
      description = "Milliseconds that each page takes longer, as if its server were far away.")
  private int latency;

  @Option(
      names = "--hosts",
      defaultValue = "1000",
      description = "How many hosts the synthetic web has.")
  private int hosts;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the synthetic web.")
  private long seed;

  @SuppressWarnings("NullAway.Init") // picocli injects the options
  ThreadsCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Point> points = new ArrayList<>();
    WebShape shape =
        new WebShape(WebOptions.usual(hosts, hosts * 200, seed).unchanging().withoutSpecials());
    try (LoopbackWeb web = new LoopbackWeb(shape, 0, 0, visit -> {});
        Progress progress = output.progress()) {
      for (int i = 0; i < threads.size(); i++) {
        progress.at((double) i / threads.size(), threads.get(i) + " threads");
        try (TemporaryFolder folder = new TemporaryFolder("orb-threads")) {
          points.add(measure(web, shape, threads.get(i), folder.path()));
        }
      }
    }
    output.print(new Report(latency, hosts, points));
    return 0;
  }

  private Point measure(LoopbackWeb web, WebShape shape, int slots, Path directory)
      throws IOException, InterruptedException {
    OverlaySettings settings = OverlaySettings.DEFAULT.change().slots(slots).done();
    PeerOptions peerOptions =
        new PeerOptions(
            directory,
            "threads",
            Endpoint.parse("127.80.0.1:0"),
            List.of(),
            settings,
            new TaskKinds(List.of(new DistantPages(Duration.ofMillis(latency)))),
            new PeerTools.Wishes(options(web), new NoDht(), 0));
    try (StopSignal stop = new StopSignal();
        RunningPeer peer = RunningPeer.start(peerOptions, stop)) {
      peer.crawls()
          .begin(
              new CrawlPlan(
                  PeerOrders.seconds(),
                  Integer.MAX_VALUE,
                  CrawlPlan.FOR_EVER,
                  seeds(web, shape),
                  Map.of("reach", Reach.DOMAIN.name())),
              Duration.ofMinutes(1));
      awaitWork(peer);
      Reading before = read(peer, web);
      Thread.sleep(Duration.ofSeconds(seconds));
      return point(slots, before, read(peer, web));
    }
  }

  /** Nobody asks for it here. */
  private static final class NoDht implements PeerTools.Dht {
    @Override
    public DhtSetup setup() throws IOException {
      throw new IOException("there is no DHT here");
    }

    @Override
    public Duration patience() {
      return Duration.ZERO;
    }
  }

  /** A new peer lets those before it finish first. */
  private static void awaitWork(RunningPeer peer) throws InterruptedException {
    while (peer.status().figures().processed() == 0) {
      Thread.sleep(100);
    }
    Thread.sleep(WARM_UP);
  }

  private static List<String> seeds(LoopbackWeb web, WebShape shape) {
    return IntStream.range(0, shape.hosts())
        .mapToObj(host -> web.seed().replace(shape.name(0), shape.name(host)))
        .toList();
  }

  private static Reading read(RunningPeer peer, LoopbackWeb web) {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Reading(
        System.nanoTime(), system.getProcessCpuTime(), peer.status().figures(), web.bytes());
  }

  private static Point point(int threads, Reading before, Reading after) {
    double time = (after.at() - before.at()) / 1e9;
    return new Point(
        threads,
        (after.figures().processed() - before.figures().processed()) / time,
        (links(after.figures()) - links(before.figures())) / time,
        (after.cpu() - before.cpu()) / 1e9 / time / Runtime.getRuntime().availableProcessors(),
        8e-6 * (after.bytes() - before.bytes()) / time);
  }

  private static long links(NodeFigures figures) {
    return figures.linksKept() + figures.linksSent() + figures.linksSuppressed();
  }

  private static WebCrawlOptions options(LoopbackWeb web) {
    CrawlOptions crawl =
        CrawlOptions.usual(new UserAgent("orbweaver", "lab", "http://localhost/"))
            .withManners(Manners.none());
    return WebCrawlOptions.usual(crawl, ScopeOptions.of(Reach.DOMAIN))
        .allowing(List.of("127.0.0.0/8"))
        .resolvingBy(web::resolve);
  }
}
