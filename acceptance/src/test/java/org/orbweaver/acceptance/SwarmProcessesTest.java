package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.lab.LinkGraph;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Task;

/** Eight real processes crawl; two of them are killed with -9 in the middle of it. */
@Execution(ExecutionMode.CONCURRENT)
class SwarmProcessesTest {
  private static final int PEERS = 8;
  private static final int PAGES = 10_100;
  private static final int COPIES = 3;
  private static final long SEED = 7;

  private final List<PeerProcess> swarm = new ArrayList<>();
  private final LinkGraph graph = LinkGraph.zipf(PAGES, 6, SEED);

  @AfterEach
  void end() {
    swarm.forEach(PeerProcess::close);
  }

  @Test
  void everyTaskIsDoneThoughTwoPeersAreKilledAndOneDiskIsErased(@TempDir Path directory)
      throws Exception {
    startAll(directory);
    await("all peers know each other", 60, () -> all(it -> it.living() == PEERS));
    assertThat(swarm.getFirst().ask(new PeerOrder.Seed(List.of(graph.url(0)), 1000, 0, Map.of())))
        .isNotNull();

    await("a third is done", 60, () -> processed() > PAGES / 3);
    PeerProcess restarted = swarm.get(3);
    PeerProcess erased = swarm.get(6);
    restarted.kill();
    erased.kill();
    assertThat(processed()).as("the crawl is still in its middle").isLessThan(PAGES - 500);
    restarted.restart();
    erased.eraseDisk();
    erased.restart();

    await("all is done and at rest", 90, () -> all(it -> it.figures().isIdle()) && idleAgain());
    for (PeerProcess peer : swarm) {
      peer.stop();
    }
    Map<String, Integer> copies = processedOnDisks();
    for (String url : graph.reachable()) {
      assertThat(copies.getOrDefault(url, 0))
          .as("disks that have %s", url)
          .isGreaterThanOrEqualTo(COPIES);
    }
    assertThat(copies).hasSizeGreaterThan(10_000);
  }

  private void startAll(Path directory) throws IOException {
    int network = 0x7F00_0000 | ThreadLocalRandom.current().nextInt(1, 0xFFFF) << 8;
    String gate = Endpoint.v4(network | 1, 7117).toString();
    for (int i = 1; i <= PEERS; i++) {
      swarm.add(
          PeerProcess.ofLinks(
              directory.resolve("peer" + i),
              Endpoint.v4(network | i, 7117),
              List.of(gate, "" + COPIES, "" + PAGES, "" + SEED, "25")));
    }
  }

  private boolean all(Predicate<PeerStatus> condition) {
    for (PeerProcess peer : swarm) {
      PeerStatus status = peer.status();
      if (status == null || !condition.test(status)) {
        return false;
      }
    }
    return true;
  }

  /** A peer may have been idle because what it will do next was on its way to it. */
  private boolean idleAgain() {
    try {
      Thread.sleep(1_500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return all(it -> it.figures().isIdle() && it.living() == PEERS);
  }

  private long processed() {
    long sum = 0;
    for (PeerProcess peer : swarm) {
      PeerStatus status = peer.status();
      sum += status == null ? 0 : status.figures().processed();
    }
    return sum;
  }

  private Map<String, Integer> processedOnDisks() throws IOException {
    Map<String, Integer> copies = new HashMap<>();
    for (PeerProcess peer : swarm) {
      try (RocksDisk disk = RocksDisk.open(peer.ledger(), Runnable::run, new SplittableRandom(1))) {
        for (Entry entry : disk.from(EntryId.FIRST, 10 * PAGES)) {
          Task task = Task.of(entry);
          if (task != null && Task.isProcessed(entry)) {
            copies.merge(task.uri(), 1, Integer::sum);
          }
        }
      }
    }
    return copies;
  }

  private void await(String what, int seconds, BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + seconds * 1_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        StringBuilder logs = new StringBuilder();
        for (PeerProcess peer : swarm) {
          String log = peer.log();
          logs.append(peer.data())
              .append('\n')
              .append(log.substring(Math.max(0, log.length() - 600)));
        }
        throw new AssertionError("not within %d s: %s%n%s".formatted(seconds, what, logs));
      }
      Thread.sleep(200);
    }
  }
}
