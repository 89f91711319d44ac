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
import org.orbweaver.app.Progress;
import org.orbweaver.sim.world.loopback.FreePort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Orders crawl after crawl of a running {@code orb up}, kills it with -9 so many times, and looks
 * whether everything that was acknowledged is in the archive in the end.
 */
public final class UpSoak {
  private static final int PAGES = 30;
  private static final String WEB = "127.0.5.1";

  /** Samples are taken before a kill, and compared: the first after warming up with the last. */
  private static final Duration LAST_WAIT = Duration.ofMinutes(3);

  /** What a process takes at one moment. */
  public record Sample(
      double minutes, double residentMb, double heapMb, double threads, double descriptors) {}

  /**
   * How it went.
   *
   * @param lost pages of acknowledged crawls that are not in the archive
   */
  public record Report(
      double minutes,
      int kills,
      int crawlsAcknowledged,
      int pagesExpected,
      int lost,
      double slowestRestartSeconds,
      List<Sample> samples) {}

  private final Duration time;
  private final int kills;
  private final Duration pause;
  private final String heap;

  /**
   * @param pause between two crawls
   */
  public UpSoak(Duration time, int kills, Duration pause, String heap) {
    this.time = time;
    this.kills = kills;
    this.pause = pause;
    this.heap = heap;
  }

  public Report run(Path folder, Progress progress) throws IOException, InterruptedException {
    int port = FreePort.next();
    HttpServer web =
        HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral(WEB), FreePort.next()), 0);
    web.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    web.createContext("/", UpSoak::answer);
    web.start();
    try (UpProcess up = new UpProcess(folder.resolve("data"), port, heap)) {
      return run(up, "http://" + WEB + ":" + web.getAddress().getPort() + "/", progress);
    } finally {
      web.stop(0);
    }
  }

  private Report run(UpProcess up, String site, Progress progress)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    List<Sample> samples = new ArrayList<>();
    List<Integer> acknowledged = new ArrayList<>();
    int killed = 0;
    double slowest = 0;
    for (int crawl = 0; seconds(began) < time.toSeconds(); crawl++) {
      if (up.begin(site + crawl + "/")) {
        acknowledged.add(crawl);
      }
      Thread.sleep(pause);
      progress.at(seconds(began) / time.toSeconds(), acknowledged.size() + " crawls");
      if (killed < kills && seconds(began) > (killed + 1.0) * time.toSeconds() / (kills + 1)) {
        samples.add(sample(up, began));
        up.kill();
        long restart = System.nanoTime();
        up.restart();
        slowest = Math.max(slowest, seconds(restart));
        killed++;
      }
    }
    samples.add(sample(up, began));
    int lost = lost(up, site, acknowledged);
    return new Report(
        seconds(began) / 60,
        killed,
        acknowledged.size(),
        acknowledged.size() * PAGES,
        lost,
        slowest,
        samples);
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  private static Sample sample(UpProcess up, long began) throws IOException, InterruptedException {
    return new Sample(
        seconds(began) / 60,
        up.figure("process_resident_memory_bytes") / 1e6,
        up.figure("orbweaver_heap_used_bytes") / 1e6,
        up.figure("orbweaver_threads"),
        up.figure("process_open_fds"));
  }

  /** Waits until nothing is missing any more, or the patience ends. */
  private static int lost(UpProcess up, String site, List<Integer> acknowledged)
      throws IOException, InterruptedException {
    List<String> missing = new ArrayList<>();
    for (int crawl : acknowledged) {
      for (int page = 0; page < PAGES; page++) {
        missing.add(site + crawl + "/" + (page == 0 ? "" : page));
      }
    }
    long deadline = System.nanoTime() + LAST_WAIT.toNanos();
    while (!missing.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(2_000);
      JsonNode archive = JsonMapper.shared().readTree(up.get("api/archive").body());
      String machine = archive.path("address").asString("");
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
