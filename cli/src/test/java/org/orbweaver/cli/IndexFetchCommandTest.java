package org.orbweaver.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.DatagramSocket;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.LoopbackWorld;
import tools.jackson.databind.JsonNode;

/** The commands against a world of 1,000 nodes and their torrents, on real sockets on loopback. */
class IndexFetchCommandTest {
  private static final int NODES = 1_000;
  private static final int TORRENTS = 60;

  private static LoopbackWorld world;
  private static Endpoint introducer;

  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  @BeforeAll
  static void wakeTheWorld() throws IOException {
    int port;
    try (DatagramSocket free = new DatagramSocket(0)) {
      port = free.getLocalPort();
    }
    world =
        LoopbackWorld.open(
            WorldOptions.of(NODES, 1)
                .withPopulation(population -> population.at(AddressSpace.loopback(port)))
                .withContent(ContentOptions.of(TORRENTS)),
            (what, cause) -> {});
    Population population = world.world().ipv4().population();
    introducer =
        IntStream.range(0, NODES)
            .filter(node -> !population.silent(node))
            .mapToObj(population::endpoint)
            .findFirst()
            .orElseThrow();
  }

  @AfterAll
  static void endIt() {
    world.close();
  }

  private static List<Integer> served() {
    Catalogue catalogue = world.world().catalogue();
    return IntStream.range(0, TORRENTS)
        .filter(torrent -> !catalogue.isPrivate(torrent))
        .filter(torrent -> world.world().ipv4().swarms().isFetchable(torrent))
        .boxed()
        .toList();
  }

  @Test
  void givenHashesAreFetchedFoundAndBlocked() throws IOException {
    Catalogue catalogue = world.world().catalogue();
    List<Key> wanted = served().stream().map(catalogue::infohash).toList();
    Path list = folder.resolve("hashes.txt");
    Files.write(list, wanted.stream().map(hash -> "magnet:?xt=urn:btih:" + hash).toList());
    JsonNode fetched = fetch(list.toString());
    assertThat(fetched.get("obtained").asInt()).isEqualTo(wanted.size());

    int torrent = served().getFirst();
    String number = "t" + torrent;
    assertThat(index("search", number).toString()).contains(wanted.getFirst().toString());
    assertThat(index("block", number).get("dropped").asInt()).isOne();
    assertThat(index("search", number).toString()).doesNotContain(wanted.getFirst().toString());
    assertThat(index("block").get("words").toString()).contains(number);
    assertThat(index("block", wanted.getLast().toString()).get("dropped").asInt()).isOne();
    assertThat(index("stats").get("torrents").asInt()).isEqualTo(wanted.size() - 2);
  }

  @Test
  void aPortInUseIsOneSentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0)) {
      int exit =
          CalledHere.orb(
              new StringWriter(),
              err,
              "index",
              "run",
              "--listen",
              "127.0.0.9:0",
              "--bootstrap",
              introducer.toString(),
              "--store",
              folder.resolve("other.db").toString(),
              "--tcp-port",
              Integer.toString(taken.getLocalPort()));
      assertThat(exit).isEqualTo(1);
    }
    assertThat(err.toString())
        .startsWith("orb: cannot listen for peers on TCP")
        .contains("--tcp-port")
        .hasLineCount(1);
  }

  private JsonNode fetch(String... targets) {
    return index(
        Stream.concat(
                Stream.of("fetch", "--listen", "127.0.0.9:0", "--bootstrap", introducer.toString()),
                Stream.of(targets))
            .toArray(String[]::new));
  }

  private JsonNode index(String... words) {
    return CalledHere.json(
        err,
        Stream.of(
                Stream.of("index"),
                Stream.of(words),
                Stream.of("--json", "--store", folder.resolve("torrents.db").toString()))
            .flatMap(part -> part));
  }
}
