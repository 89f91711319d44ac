package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.app.StopSignal;
import org.orbweaver.app.task.GivenUp;
import org.orbweaver.app.task.LinkTasks;
import org.orbweaver.app.task.PeerTools;
import org.orbweaver.app.task.TaskKind;
import org.orbweaver.app.task.TaskKinds;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.node.OverlaySettings;
import org.orbweaver.overlay.task.FoundLink;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.overlay.task.Way;

/** A kind of task that the program never heard of: one class, one line of registration. */
class ToyKindTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Map<String, Integer> runs = new ConcurrentHashMap<>();
  private final StopSignal stop = new StopSignal();
  private final List<RunningPeer> swarm = new ArrayList<>();

  @AfterEach
  void end() throws IOException {
    for (RunningPeer peer : swarm) {
      peer.close();
    }
    stop.close();
  }

  /** Numbers lead to their multiples; seven can never be counted. */
  private final class Numbers implements TaskKind {
    @Override
    public List<String> schemes() {
      return List.of("number");
    }

    @Override
    public String form() {
      return "number:…";
    }

    @Override
    public String canonical(String uri) {
      return "number:" + Integer.parseInt(uri.substring("number:".length()));
    }

    @Override
    public Key key(String canonical) {
      int number = Integer.parseInt(canonical.substring("number:".length()));
      return new Key((long) number << 56, 0, number);
    }

    @Override
    public Work open(PeerTools tools) {
      return new Work() {
        @Override
        public Runner.Outcome run(Task task, CrawlPlan plan) throws GivenUp {
          runs.merge(task.uri(), 1, Integer::sum);
          int number = Integer.parseInt(task.uri().substring("number:".length()));
          if (number == 7) {
            throw new GivenUp("seven is not a number one can count");
          }
          return new Runner.Outcome(
              new byte[] {(byte) number},
              IntStream.of(2 * number, 2 * number + 1)
                  .filter(next -> next < 64)
                  .mapToObj(next -> "number:" + next)
                  .map(next -> new FoundLink(next, 1, Way.ANY, 0, key(next)))
                  .toList());
        }

        @Override
        public void close() {}
      };
    }
  }

  private RunningPeer peer(Path directory, int number, TaskKinds kinds) throws IOException {
    RunningPeer peer =
        RunningPeer.start(
            new PeerOptions(
                directory.resolve("peer" + number),
                "toys",
                Endpoint.parse("127.81.0." + number + ":0"),
                swarm.isEmpty() ? List.of() : List.of(swarm.getFirst().home()),
                OverlaySettings.DEFAULT,
                kinds,
                LinkTasks.NO_WISHES),
            stop);
    swarm.add(peer);
    return peer;
  }

  private static CrawlPlan plan(String seed) {
    return new CrawlPlan(PeerOrders.seconds(), 100, CrawlPlan.FOR_EVER, List.of(seed), Map.of());
  }

  @Test
  void aSwarmRunsItAndTellsWhatFailed(@TempDir Path directory) throws Exception {
    TaskKinds kinds = BuiltInKinds.ALL.with(new Numbers());
    for (int i = 1; i <= 3; i++) {
      peer(directory, i, kinds);
    }
    await(() -> swarm.stream().allMatch(peer -> peer.status().living() == 3));
    swarm.getFirst().crawls().begin(plan("number:1"), PATIENCE);
    await(() -> runs.size() == 63 - 14 && swarm.stream().allMatch(ToyKindTest::isIdle));
    assertThat(runs.values()).allMatch(count -> count == 1);
    await(() -> swarm.stream().allMatch(peer -> peer.failed(10).size() == 1));
    for (RunningPeer peer : swarm) {
      assertThat(peer.failed(10).getFirst().uri()).isEqualTo("number:7");
      assertThat(peer.failed(10).getFirst().because()).contains("seven is not a number");
    }
    assertThat(swarm.stream().mapToLong(peer -> peer.status().figures().failed()).sum()).isOne();
  }

  @Test
  void peersThatDoNotKnowItKeepItForThoseWhoDo(@TempDir Path directory) throws Exception {
    peer(directory, 1, new TaskKinds(List.of(new Numbers())));
    peer(directory, 2, BuiltInKinds.ALL);
    await(() -> swarm.stream().allMatch(peer -> peer.status().living() == 2));
    swarm.getFirst().crawls().begin(plan("number:1"), PATIENCE);
    await(() -> swarm.get(1).status().figures().openTasks() > 0 || runs.size() == 49);
    assertThat(swarm.get(1).status().figures().processed()).isZero();
    assertThat(swarm.get(1).failed(10).stream().filter(it -> !it.uri().equals("number:7")))
        .isEmpty();
  }

  private static boolean isIdle(RunningPeer peer) {
    return peer.status().figures().isIdle();
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
