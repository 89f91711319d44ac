package org.orbweaver.lab.up;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An {@code orb up} with everything on, in a DHT and a web of its own, in three stages: ordered
 * crawl after crawl and killed with -9 again and again; ordered as much and left alive, to see
 * whether it grows; left in peace, to see what it costs. In the end everything that it acknowledged
 * must be in its archive.
 */
public final class UpSoak {
  private static final int PAGES = 30;
  private static final int WORLD_NODES = 20_000;
  private static final int WORLD_TORRENTS = 1_500;
  private static final String WEB = "127.0.5.1";

  /** Shares of the time: killed, under load and alive, in peace. */
  private static final double KILLED = 0.4;

  private static final double LOADED = 0.9;

  /** A process that has just begun grows; so much of the second stage is not looked at. */
  private static final double WARM_UP = 0.3;

  private static final Duration LAST_WAIT = Duration.ofMinutes(3);

  /**
   * What is wanted.
   *
   * @param pause between two crawls
   * @param heap of the process, as -Xmx takes it
   * @param captures in its archive before it begins
   * @param torrents in its index before it begins
   * @param censusEvery how often the DHT is counted meanwhile
   */
  public record Wishes(
      Duration time,
      int kills,
      Duration pause,
      String heap,
      int captures,
      int torrents,
      Duration censusEvery) {}

  /**
   * What a process takes at one moment.
   *
   * @param privateMb of what is resident, without mapped files: those of a large index alone may be
   *     more than all the rest, and go when the system needs room
   */
  public record Sample(
      double minutes,
      double residentMb,
      double privateMb,
      double heapMb,
      double threads,
      double descriptors) {}

  /**
   * What it grows by in an hour, from the line that fits its second stage best.
   *
   * @param minutes looked at
   */
  public record Growth(
      double minutes, double residentMb, double privateMb, double threads, double descriptors) {
    static Growth of(List<Sample> samples) {
      return new Growth(
          samples.getLast().minutes() - samples.getFirst().minutes(),
          perHour(samples, Sample::residentMb),
          perHour(samples, Sample::privateMb),
          perHour(samples, Sample::threads),
          perHour(samples, Sample::descriptors));
    }

    private static double perHour(List<Sample> samples, ToDoubleFunction<Sample> figure) {
      double meanX = samples.stream().mapToDouble(Sample::minutes).average().orElse(0);
      double meanY = samples.stream().mapToDouble(figure).average().orElse(0);
      double together = 0;
      double alone = 0;
      for (Sample each : samples) {
        double x = each.minutes() - meanX;
        together += x * (figure.applyAsDouble(each) - meanY);
        alone += x * x;
      }
      return alone == 0 ? 0 : 60 * together / alone;
    }
  }

  /** What it costs to have it run and do nothing but its jobs. */
  public record Idle(double minutes, double processorSecondsPerHour, double residentMb) {}

  /**
   * How it went.
   *
   * @param lost pages of acknowledged crawls that are not in the archive
   * @param captures in the archive in the end, as the console says
   * @param torrents in the index in the end
   */
  public record Report(
      double minutes,
      int kills,
      int crawlsAcknowledged,
      int pagesExpected,
      int lost,
      double slowestRestartSeconds,
      long captures,
      long torrents,
      Growth growth,
      Idle idle,
      List<Sample> samples) {}

  private final Wishes wishes;
  private final long began = System.nanoTime();
  private final List<Integer> acknowledged = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private int crawl;

  public UpSoak(Wishes wishes) {
    this.wishes = wishes;
  }

  public Report run(Path folder, Progress progress) throws IOException, InterruptedException {
    Path data = folder.resolve("data");
    UpFilling.captures(data.resolve("archive"), wishes.captures(), progress);
    UpFilling.torrents(data.resolve("torrents.db"), wishes.torrents(), progress);
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(WEB), FreePort.next()), 0);
    web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    web.createContext("/", UpSoak::answer);
    web.start();
    try (LoopbackWorld world = world();
        UpProcess up = new UpProcess(data, FreePort.next(), wishes.heap(), everything(world))) {
      return run(up, "http://" + WEB + ":" + web.getAddress().getPort() + "/", progress);
    } finally {
      web.stop(0);
    }
  }

  private static LoopbackWorld world() throws IOException {
    int port = FreePort.next();
    return LoopbackWorld.open(
        WorldOptions.of(WORLD_NODES, 1)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withContent(ContentOptions.of(WORLD_TORRENTS)),
        (what, cause) -> {});
  }

  /** Index and census, by way of a node that answers. */
  private List<String> everything(LoopbackWorld world) throws IOException {
    Population nodes = world.world().ipv4().population();
    int gate =
        IntStream.range(0, nodes.size()).filter(node -> !nodes.silent(node)).findFirst().orElse(0);
    return List.of(
        "--index",
        "--census=" + wishes.censusEvery().toSeconds() + "s",
        "--listen=127.0.6.2:" + FreePort.next(),
        "--bootstrap=" + nodes.endpoint(gate));
  }

  private Report run(UpProcess up, String site, Progress progress)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    double seconds = wishes.time().toSeconds();
    int killed = 0;
    double slowest = 0;
    while (seconds(start) < KILLED * seconds) {
      order(up, site);
      progress.at(seconds(start) / seconds, acknowledged.size() + " crawls, " + killed + " kills");
      if (seconds(start) > (killed + 1.0) * KILLED * seconds / (wishes.kills() + 1)) {
        samples.add(sample(up));
        up.kill();
        long restart = System.nanoTime();
        up.restart();
        slowest = Math.max(slowest, seconds(restart));
        killed++;
      }
    }
    List<Sample> steady = new ArrayList<>();
    while (seconds(start) < LOADED * seconds) {
      order(up, site);
      progress.at(seconds(start) / seconds, acknowledged.size() + " crawls");
      steady.add(sample(up));
    }
    samples.addAll(thinned(steady));
    Idle idle = idle(up, Duration.ofNanos((long) ((1 - LOADED) * seconds * 1e9)));
    int lost = lost(up, site);
    return new Report(
        seconds(began) / 60,
        killed,
        acknowledged.size(),
        acknowledged.size() * PAGES,
        lost,
        slowest,
        json(up, "api/archive").path("summary").path("captures").asLong(-1),
        json(up, "api/stats").path("torrents").asLong(-1),
        Growth.of(steady.subList((int) (WARM_UP * steady.size()), steady.size())),
        idle,
        samples);
  }

  private static List<Sample> thinned(List<Sample> all) {
    int step = Math.max(1, all.size() / 30);
    return IntStream.range(0, all.size()).filter(i -> i % step == 0).mapToObj(all::get).toList();
  }

  private void order(UpProcess up, String site) throws InterruptedException {
    if (up.begin(site + crawl + "/")) {
      acknowledged.add(crawl);
    }
    crawl++;
    Thread.sleep(wishes.pause());
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private Sample sample(UpProcess up) throws IOException, InterruptedException {
    return new Sample(
        seconds(began) / 60,
        up.figure("process_resident_memory_bytes") / 1e6,
        up.figure("orbweaver_memory_private_bytes") / 1e6,
        up.figure("orbweaver_heap_used_bytes") / 1e6,
        up.figure("orbweaver_threads"),
        up.figure("process_open_fds"));
  }

  private static Idle idle(UpProcess up, Duration time) throws IOException, InterruptedException {
    long start = System.nanoTime();
    double before = up.figure("process_cpu_seconds_total");
    Thread.sleep(time);
    double used = up.figure("process_cpu_seconds_total") - before;
    return new Idle(
        seconds(start) / 60,
        used / seconds(start) * 3600,
        up.figure("process_resident_memory_bytes") / 1e6);
  }

  private static JsonNode json(UpProcess up, String path) throws IOException, InterruptedException {
    return JsonMapper.shared().readTree(up.get(path).body());
  }

  /** Waits until nothing is missing any more, or the patience ends. */
  private int lost(UpProcess up, String site) throws IOException, InterruptedException {
    List<String> missing = new ArrayList<>();
    for (int each : acknowledged) {
      for (int page = 0; page < PAGES; page++) {
        missing.add(site + each + "/" + (page == 0 ? "" : page));
      }
    }
    long deadline = System.nanoTime() + LAST_WAIT.toNanos();
    while (!missing.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(2_000);
      String machine = json(up, "api/archive").path("address").asString("");
      if (!machine.isEmpty()) {
        List<String> still = new ArrayList<>();
        for (String page : missing) {
          if (up.get(machine + "web/2099id_/" + page).statusCode() != 200) {
            still.add(page);
          }
        }
        missing = still;
      }
    }
    return missing.size();
  }

  /** A front page that leads to all others of its crawl. */
  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean there = path.matches("/\\d+/\\d*");
    StringBuilder page = new StringBuilder("<title>soak</title><p>").append(path);
    if (path.endsWith("/")) {
      for (int i = 1; i < PAGES; i++) {
        page.append("<a href=\"").append(i).append("\">").append(i).append("</a> ");
      }
    }
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    exchange.sendResponseHeaders(there ? 200 : 404, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }
}
