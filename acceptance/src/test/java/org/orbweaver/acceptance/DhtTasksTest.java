package org.orbweaver.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.DatagramSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

  /**
   * Four peers take a census and find torrents, each a share; one is killed and erased; the others
   * still have it all.
   */
  @Test
  void whatTheSwarmFoundBecomesOneSnapshotAndOneIndexThoughADiskIsLost(@TempDir Path directory)
      throws Exception {
    List<PeerProcess> peers = new ArrayList<>();
    try (LoopbackWorld world = world()) {
      Population population = world.world().ipv4().population();
      int introducer =
          IntStream.range(0, NODES).filter(n -> !population.silent(n)).findFirst().orElseThrow();
      List<String> seeds = new ArrayList<>(List.of("dht:prefix/"));
      IntStream.range(0, TORRENTS)
          .filter(torrent -> !world.world().catalogue().isPrivate(torrent))
          .filter(torrent -> world.world().ipv4().swarms().isFetchable(torrent))
          .limit(5)
          .forEach(
              torrent ->
                  seeds.add("magnet:?xt=urn:btih:" + world.world().catalogue().infohash(torrent)));
      for (int number = 1; number <= 4; number++) {
        List<String> options = new ArrayList<>(List.of("--trust", "off", "--copies", "2"));
        options.addAll(List.of("--listen", "127.0.9.8" + number + ":0"));
        options.addAll(List.of("--bootstrap", population.endpoint(introducer).toString()));
        options.addAll(List.of("--prefix-bits", "2", "--leave-within", "0"));
        if (number > 1) {
          options.addAll(List.of("--peers", "127.77.1.1:7117"));
        }
        peers.add(
            PeerProcess.up(
                directory.resolve("peer" + number),
                Endpoint.parse("127.77.1." + number + ":7117"),
                options));
      }
      PeerProcess.await(peers, peer -> peer.living() == 4);
      PeerStatus begun = peers.getFirst().ask(new PeerOrder.Seed(seeds, 5, 0, Map.of()));
      String crawl = Objects.requireNonNull(begun).crawls().getFirst().number();
      PeerProcess.await(
          peers.subList(0, 1), peer -> isFinished(Objects.requireNonNull(peer.status())));
      PeerProcess.await(peers, PeerProcess::isIdle);
      peers.get(2).kill();
      peers.get(2).eraseDisk();
      peers.remove(2);

      Path whole = directory.resolve("whole");
      List<String> from =
          List.of(
              "--swarm", "--crawl", crawl, "--peer-data", directory.resolve("peer1").toString());
      JsonNode merged = orb(0, List.of("census", "merge", "--out", whole.toString()), from);
      assertThat(merged.get("parts").asInt()).isEqualTo(4);
      assertThat(merged.get("missing")).isEmpty();
      assertThat(merged.get("nodes").asLong()).isBetween(NODES * 9L / 10, (long) NODES);
      String store = directory.resolve("index.db").toString();
      List<String> take =
          List.of("index", "import", directory.resolve("found").toString(), "--store", store);
      JsonNode found = orb(0, take, from);
      assertThat(found.get("torrents").asInt()).isEqualTo(seeds.size() - 1);
      assertThat(found.get("added").asInt()).isEqualTo(seeds.size() - 1);
      assertThat(orb(0, take, from).get("added").asInt()).as("nothing twice").isZero();

      forge(directory.resolve("whole.parts"), directory.resolve("forged.parts"));
      JsonNode refused =
          orb(3, List.of("census", "merge", "--out", directory.resolve("forged").toString()), from);
      assertThat(refused.get("parts").asInt()).isEqualTo(3);
      assertThat(refused.get("missing")).hasSize(1);
      assertThat(refused.get("refused").get(0).asString()).contains("dht:prefix/");
    } finally {
      peers.forEach(PeerProcess::close);
    }
  }

  private static boolean isFinished(PeerStatus status) {
    return status.crawls().stream().allMatch(crawl -> crawl.state().equals("finished"));
  }

  private static JsonNode orb(int code, List<String> command, List<String> from) throws Exception {
    List<String> arguments = new ArrayList<>(command);
    arguments.addAll(from);
    arguments.add("--json");
    PeerProcess.Ended ended = PeerProcess.run(arguments);
    assertThat(ended.code()).as(ended.said()).isEqualTo(code);
    return JsonMapper.shared().readTree(ended.said());
  }

  /** Another part's bytes, under the name of the first one's. */
  private static void forge(Path brought, Path forged) throws IOException {
    Files.createDirectories(forged);
    try (Stream<Path> files = Files.list(brought)) {
      List<Path> results =
          files.filter(file -> file.toString().endsWith(".result")).sorted().toList();
      Files.copy(results.getLast(), forged.resolve(results.getFirst().getFileName()));
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
