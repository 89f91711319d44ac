package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcRevisit;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.web.AwkwardWeb;
import org.orbweaver.sim.web.AwkwardWeb.Host;
import org.orbweaver.sim.web.LoopbackWeb;
import org.orbweaver.sim.web.WebOptions;
import org.orbweaver.sim.web.WebShape;

/**
 * The same web by {@code orb crawl} and by four peers that were told {@code orb peers --seed}: the
 * same pages, and the same manners.
 */
@Execution(ExecutionMode.CONCURRENT)
class OneEngineTest {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final List<String> MANNERS =
      List.of(
          "--delay",
          PAUSE.toMillis() + "ms",
          "--ip-delay",
          "50ms",
          "--allow",
          "127.0.0.0/8",
          "--max-repeats",
          "3",
          "--trap-patience",
          "20");

  @TempDir private Path directory;
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  @SuppressWarnings("NullAway.Init") // JUnit injects the directory
  OneEngineTest() {}

  @Test
  void aCrawlIsTheSameAloneAndInASwarm() throws Exception {
    WebShape shape = new WebShape(WebOptions.usual(3, 24, 5).unchanging().withNumericHosts());
    try (LoopbackWeb web = new LoopbackWeb(shape, 0, PAUSE.toNanos(), asked::add);
        AwkwardWeb awkward = new AwkwardWeb(PAUSE.toNanos())) {
      List<String> seeds = new ArrayList<>(awkward.seeds());
      for (int host = 0; host < shape.hosts(); host++) {
        seeds.add(web.seed().replace(shape.name(0), shape.name(host)));
      }
      alone(seeds);
      Set<String> asksAlone = Set.copyOf(asked);
      List<AwkwardWeb.Request> logAlone = awkward.takeLog();
      asked.clear();
      swarm(seeds);
      List<AwkwardWeb.Request> logOfSwarm = awkward.takeLog();

      Set<String> alone = captures(List.of(directory.resolve("alone")));
      Set<String> together =
          captures(
              Stream.of(1, 2, 3, 4)
                  .map(number -> directory.resolve("peer" + number).resolve("archive"))
                  .filter(Files::exists) // a peer that answers for none of the hosts has none
                  .toList());
      assertThat(together).isEqualTo(alone);
      assertThat(alone.size()).isGreaterThan(90);
      assertThat(asked).isEqualTo(asksAlone);
      assertThat(paths(logOfSwarm)).isEqualTo(paths(logAlone));
      assertBehaved(logAlone);
      assertBehaved(logOfSwarm);
      assertThat(web.tooSoon() + awkward.tooSoon()).as("requests before a pause ended").isZero();
      assertThat(web.atOnce() + awkward.atOnce()).as("requests at once").isZero();
    }
  }

  private void alone(List<String> seeds) throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("crawl"));
    arguments.addAll(MANNERS);
    arguments.addAll(List.of("--data", directory.resolve("alone").toString()));
    arguments.addAll(seeds);
    PeerProcess.orb(arguments);
  }

  private void swarm(List<String> seeds) throws IOException, InterruptedException {
    List<PeerProcess> peers = new ArrayList<>();
    try {
      for (int number = 1; number <= 4; number++) {
        List<String> options = new ArrayList<>(MANNERS);
        options.addAll(List.of("--peers", "127.80.0.1:7117", "--leave-within", "0"));
        peers.add(
            PeerProcess.up(
                directory.resolve("peer" + number),
                Endpoint.parse("127.80.0." + number + ":7117"),
                number == 1 ? options.subList(0, MANNERS.size()) : options));
      }
      PeerProcess.await(peers, peer -> peer.living() == 4);
      PeerProcess.orb(
          List.of(
              "peers",
              "--data",
              directory.resolve("peer3").toString(),
              "--seed",
              String.join(",", seeds)));
      PeerProcess.await(peers, PeerProcess::isIdle);
      for (PeerProcess peer : peers) {
        peer.stop();
      }
    } finally {
      peers.forEach(PeerProcess::close);
    }
  }

  /** Address, status and payload digest of all that is in the WARC files below. */
  private static Set<String> captures(List<Path> roots) throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path root : roots) {
      List<Path> files;
      try (Stream<Path> walk = Files.walk(root)) {
        files = walk.filter(file -> file.toString().endsWith(".warc.gz")).toList();
      }
      for (Path file : files) {
        try (WarcReader reader = new WarcReader(file)) {
          for (WarcRecord record : reader) {
            if (record instanceof WarcResponse response) {
              found.add(line(response, response.http().status()));
            } else if (record instanceof WarcRevisit revisit) {
              found.add(line(revisit, revisit.http().status()));
            }
          }
        }
      }
    }
    return found;
  }

  private static String line(WarcCaptureRecord record, int status) {
    return record.target()
        + " "
        + status
        + " "
        + record
            .payloadDigest()
            .map(digest -> HexFormat.of().formatHex(digest.bytes()))
            .orElse("none");
  }

  private static Set<String> paths(List<AwkwardWeb.Request> log) {
    return log.stream()
        .map(request -> request.host() + request.path())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void assertBehaved(List<AwkwardWeb.Request> log) {
    assertThat(paths(log))
        .as("where seeds have moved, and no further than ten redirects")
        .contains("TARGET/a/deeper", "REFRESH_TARGET/a/deeper", "CHAIN/11", "MAPS/unlinked")
        .doesNotContain("CHAIN/12");
    assertThat(paths(log))
        .as("frames three deep")
        .contains("ELSEWHERE/frame3", "ELSEWHERE/image.png")
        .doesNotContain("ELSEWHERE/frame4", "ELSEWHERE/outside");
    assertThat(paths(log))
        .as("what robots.txt forbids")
        .contains("MAPS/public", "STUMBLING/yes", "STUMBLING/rules.txt")
        .doesNotContain("MAPS/private/secret", "STUMBLING/no/thing");
    Set<String> once = new HashSet<>();
    for (AwkwardWeb.Request request : log) {
      boolean robots = request.path().endsWith("s.txt");
      boolean again = request.status() == 429 || request.status() == 503;
      assertThat(robots || again || once.add(request.host() + request.path()))
          .as("asked twice: " + request)
          .isTrue();
    }
    for (AwkwardWeb.Request request : log) {
      long rest =
          request.path().equals("/limited") && request.status() == 429
              ? 3_000
              : request.host() == Host.MAPS ? 500 : request.host() == Host.SLOW ? 550 : 0;
      boolean robots = request.path().equals("/robots.txt");
      if (rest > 0 && !(robots && request.host() == Host.SLOW)) {
        log.stream()
            .filter(next -> next.host() == request.host() && next.begun() > request.ended())
            .mapToLong(next -> next.begun() - request.ended())
            .min()
            .ifPresent(
                gap ->
                    assertThat(gap / 1_000_000)
                        .as("rest after " + request)
                        .isGreaterThanOrEqualTo(rest - 1));
      }
    }
  }
}
