package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.netpreserve.jwarc.tools.WarcTool;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;
import org.orbweaver.sim.web.WebTruth;

/**
 * A crawl that is killed ten times at moments nobody chose, and started again each time: its
 * archive must be what a crawl in peace leaves.
 */
class KilledCrawlTest {
  private static final int KILLS = 10;

  @TempDir private Path folder;

  @Test
  @RealComponent(Component.NPM)
  void aCrawlKilledTenTimesLosesNothing() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    WebShape shape = new WebShape(WebOptions.plain(12, 500, 3));
    try (LoopbackWeb web = new LoopbackWeb(shape, 0, 0, address -> {})) {
      OrbCrawl crawl =
          new OrbCrawl(folder, List.of(web.seed(), "--scope=any", "--delay=2ms", "--warc-size=4"));
      for (int kill = 0; kill < KILLS; kill++) {
        killAfter(crawl.start(), web, 1 + random.nextInt(130), random.nextInt(30));
      }
      crawl.run();
      Set<String> expected =
          new WebTruth(shape, web.links())
              .expected(0).stream()
                  .map(address -> "http://" + address.replaceFirst("/", ":" + port(web) + "/"))
                  .collect(Collectors.toCollection(TreeSet::new));

      Map<String, Integer> captures = new TreeMap<>();
      List<WarcioReading.Line> lines = WarcioReading.of(crawl.warcs());
      for (WarcioReading.Line line : lines) {
        if (!line.url().endsWith("/robots.txt")) {
          captures.merge(line.url(), 1, Integer::sum);
        }
        assertThat(line.computed()).as(line.url()).isEqualTo(line.written());
      }
      assertThat(captures.keySet()).as("seed %d", seed).isEqualTo(expected);
      assertThat(captures.values()).as("seed %d", seed).containsOnly(1);
      assertThat(crawl.warcs().size()).isGreaterThan(1);
      validate(crawl.warcs());
    }
  }

  private static int port(LoopbackWeb web) {
    String seed = web.seed();
    return Integer.parseInt(seed.substring(seed.lastIndexOf(':') + 1, seed.length() - 1));
  }

  /** Lets it get that many answers, and then a little further. */
  private static void killAfter(Process crawl, LoopbackWeb web, long answers, int millis)
      throws InterruptedException {
    long wanted = web.requests() + answers;
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (web.requests() < wanted && crawl.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(1);
    }
    Thread.sleep(millis);
    crawl.destroyForcibly().waitFor();
  }

  /** By jwarc's own tool, in a process of its own, for it ends the one it runs in. */
  static void validate(List<Path> warcs) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                WarcTool.class.getName(),
                "validate"));
    warcs.forEach(warc -> command.add(warc.toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("jwarc validate says: %s", said).isZero();
  }
}
