package org.orbweaver.cli.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.orbweaver.app.disk.RocksDisk;
import org.orbweaver.app.swarm.PeerOrder;
import org.orbweaver.app.swarm.PeerStatus;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.task.Result;
import org.orbweaver.overlay.task.Task;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code orb up} given infohashes and the DHT's key space, in a process of its own. */
@Execution(ExecutionMode.CONCURRENT)
class DhtTasksTest {
  private static final int NODES = 200;
  private static final int TORRENTS = 20;

  private static LoopbackWorld world() throws IOException {
    int port;
    try (DatagramSocket free = new DatagramSocket(0)) {
      port = free.getLocalPort();
    }
    return LoopbackWorld.open(
        WorldOptions.of(NODES, 2)
            .withPopulation(population -> population.at(AddressSpace.loopback(port)))
            .withContent(ContentOptions.of(TORRENTS)),
        (what, cause) -> {});
  }

  @Test
  void infohashesAndPrefixesAreTasksLikePages(@TempDir Path directory) throws Exception {
    try (LoopbackWorld world = world()) {
      Population population = world.world().ipv4().population();
      int introducer =
          IntStream.range(0, NODES).filter(n -> !population.silent(n)).findFirst().orElseThrow();
      List<Key> hashes =
          IntStream.range(0, TORRENTS)
              .filter(torrent -> !world.world().catalogue().isPrivate(torrent))
              .filter(torrent -> world.world().ipv4().swarms().isFetchable(torrent))
              .limit(2)
              .mapToObj(world.world().catalogue()::infohash)
              .toList();
      List<String> options =
          List.of(
              "--listen",
              "127.0.9.77:0",
              "--bootstrap",
              population.endpoint(introducer).toString(),
              "--prefix-bits",
              "1",
              "--report",
              "1");
      try (PeerProcess peer =
          PeerProcess.up(directory.resolve("peer"), Endpoint.parse("127.77.0.1:7117"), options)) {
        List<String> seeds = new ArrayList<>(List.of("dht:prefix/"));
        hashes.forEach(hash -> seeds.add("magnet:?xt=urn:btih:" + hash));
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (peer.status() == null) {
          assertThat(System.nanoTime()).as(peer::log).isLessThan(deadline);
          Thread.sleep(100);
        }
        assertThat(peer.ask(new PeerOrder.Seed(seeds, 5, 0, Map.of()))).as(peer::log).isNotNull();
        while (!isIdle(peer.status())) {
          assertThat(System.nanoTime()).as(peer::log).isLessThan(deadline);
          Thread.sleep(200);
        }
        peer.stop();
        Map<String, JsonNode> results = results(peer.ledger());
        for (Key hash : hashes) {
          assertThat(result(results, "magnet:?xt=urn:btih:" + hash).get("name").asString())
              .isNotEmpty();
        }
        long nodes =
            result(results, "dht:prefix/0").get("nodes").asLong()
                + result(results, "dht:prefix/1").get("nodes").asLong();
        assertThat(nodes).isBetween(NODES * 9L / 10, (long) NODES);
      }
    }
  }

  private static boolean isIdle(@Nullable PeerStatus status) {
    return status != null && status.figures().isIdle() && status.figures().processed() > 0;
  }

  private static JsonNode result(Map<String, JsonNode> results, String uri) {
    return Objects.requireNonNull(results.get(uri), () -> uri + " is not in " + results);
  }

  /** What came of each task that has a result. */
  private static Map<String, JsonNode> results(Path ledger) throws IOException {
    Map<String, JsonNode> results = new HashMap<>();
    try (RocksDisk disk = RocksDisk.open(ledger, Runnable::run, new SplittableRandom(1))) {
      for (Entry entry : disk.from(EntryId.FIRST, 100)) {
        Task task = Task.of(entry);
        if (task != null && task.result(entry).length > 0) {
          byte[] summary = Result.read(task.result(entry)).summary();
          String text = new String(summary, StandardCharsets.UTF_8);
          if (!text.isEmpty()) {
            results.put(task.uri(), JsonMapper.shared().readTree(text));
          }
        }
      }
    }
    return results;
  }
}
