package org.orbweaver.lab.up;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.orbweaver.app.Progress;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.lab.archive.ExportJudges;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.WebAnswers;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;

/**
 * A crawl brought out of a swarm of real processes by the command that a user types, while one of
 * them is killed in the middle.
 */
public final class SwarmExport {
  private static final String PEERS = "127.92.1";
  private static final int PORT = 18_592;
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final String LIST = "captures.txt";

  /**
   * What came of it.
   *
   * @param finished whether the crawl was over before it was exported
   * @param exportedAtKill captures that were there when the peer was killed
   * @param exitCode of the export
   * @param export what it says itself
   */
  public record Report(
      int peers,
      int pages,
      double crawlSeconds,
      boolean finished,
      long exportedAtKill,
      double exportSeconds,
      int exitCode,
      String export,
      ExportJudges.Report judged) {
    public boolean holds() {
      return finished && exitCode == 0 && judged.holds();
    }
  }

  private final WebShape shape;
  private final int peers;
  private final Duration longest;
  private final String heap;
  private final Path programs;

  /**
   * @param longest that the crawl may take
   * @param programs where pywb's and warcio's commands are
   */
  public SwarmExport(WebOptions web, int peers, Duration longest, String heap, Path programs) {
    this.shape = new WebShape(web);
    this.peers = peers;
    this.longest = longest;
    this.heap = heap;
    this.programs = programs;
  }

  public Report run(Path folder, Progress progress) throws IOException, InterruptedException {
    List<String> options =
        List.of(
            "--delay=1ms",
            "--ip-delay=1ms",
            "--allow=127.0.0.0/8",
            "--trust=off",
            "--console=-1",
            "--leave-within=0");
    try (LoopbackWeb web = new LoopbackWeb(shape, PORT, 0, visit -> {});
        UpSwarm swarm = UpSwarm.start(folder, PEERS, peers, heap, options)) {
      List<String> seeds =
          IntStream.range(0, shape.hosts()).mapToObj(host -> web.links().home(host) + "/").toList();
      PeerOrders.ask(
          swarm.data(),
          new PeerOrder.Seed(
              seeds, Task.DEEPEST, 0, Map.of("reach", "HOST", "exclude", "[.]png$")));
      long began = System.nanoTime();
      boolean finished = false;
      while (!finished && System.nanoTime() - began < longest.toNanos()) {
        finished = swarm.await(LOOK.multipliedBy(5), it -> it.figures().isIdle());
        long done = swarm.living().stream().mapToLong(it -> it.figures().processed()).sum();
        progress.at((double) done / shape.options().pages(), "%,d pages".formatted(done));
      }
      double crawlSeconds = (System.nanoTime() - began) / 1e9;
      PeerStatus first = swarm.living().getFirst();
      return export(folder, web, swarm, first.crawls().getFirst().number(), crawlSeconds, finished);
    }
  }

  private Report export(
      Path folder,
      LoopbackWeb web,
      UpSwarm swarm,
      String crawl,
      double crawlSeconds,
      boolean finished)
      throws IOException, InterruptedException {
    Path into = folder.resolve("export");
    Path said = folder.resolve("export.json");
    long began = System.nanoTime();
    Process export =
        UpSwarm.orb(
            List.of(
                "archive",
                "export",
                into.toString(),
                "--swarm",
                "--crawl=" + crawl,
                "--peer-data=" + swarm.data(),
                "--json"),
            heap,
            said);
    long there = 0;
    while (export.isAlive() && there < shape.options().pages() / 2) {
      Thread.sleep(50);
      there = lines(into.resolve(LIST));
    }
    swarm.killLast();
    int code = export.waitFor();
    double seconds = (System.nanoTime() - began) / 1e9;
    List<Path> warcs;
    try (Stream<Path> files = Files.list(into)) {
      warcs = files.filter(file -> file.toString().endsWith(".warc.gz")).sorted().toList();
    }
    Path scratch = Files.createDirectories(folder.resolve("judges"));
    ExportJudges.Report judged = new ExportJudges(programs, scratch, truth(web)).judge(warcs, 500);
    return new Report(
        peers,
        shape.options().pages(),
        crawlSeconds,
        finished,
        there,
        seconds,
        code,
        Files.readString(said).strip(),
        judged);
  }

  /** A line for each capture that is there, after one of another kind. */
  private static long lines(Path list) throws IOException {
    if (!Files.exists(list)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(list)) {
      return Math.max(0, lines.count() - 1);
    }
  }

  /** Pages by their addresses; images are left out of the crawl. */
  private Map<String, byte[]> truth(LoopbackWeb web) {
    WebAnswers answers = new WebAnswers(shape, web.links());
    Map<String, byte[]> truth = new HashMap<>();
    for (String page : new WebTruth(shape, web.links()).expected(0)) {
      int slash = page.indexOf('/');
      String host = page.substring(0, slash);
      String path = page.substring(slash);
      if (!path.endsWith(".png")) {
        truth.put(
            "http://%s:%d%s".formatted(host, PORT, path),
            answers.answer(host, path, 0, null, false).body());
      }
    }
    return truth;
  }
}
