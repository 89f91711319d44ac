package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.world.AddressSpace;
import org.orbweaver.sim.world.Catalogue;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.PeerKind;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.Swarms;
import org.orbweaver.sim.world.WorldOptions;
import org.orbweaver.sim.world.loopback.FreePort;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/** The lab's world on real sockets, as a client we did not write and as our own node see it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RealComponent(Component.LIBTORRENT)
class LoopbackWorldTest {
  private static final int NODES = 10_000;

  @SuppressWarnings("NullAway.Init")
  private LoopbackWorld world;

  @SuppressWarnings("NullAway.Init")
  private Population population;

  @SuppressWarnings("NullAway.Init")
  private TestNetwork network;

  @SuppressWarnings("NullAway.Init")
  private DhtProgram libtorrent;

  @BeforeAll
  void startAll() throws Exception {
    int port = FreePort.next();
    world =
        LoopbackWorld.open(
            WorldOptions.of(NODES, 1)
                .withPopulation(all -> all.at(AddressSpace.loopback(port)))
                .withContent(ContentOptions.of(1_000)),
            (what, cause) -> cause.printStackTrace());
    population = world.world().ipv4().population();
    network = new TestNetwork(Loopback.ipv4());
    libtorrent = network.libtorrentFrom(someNode().endpoint());
    Eventually.holds(() -> assertThat(libtorrent.nodes()).isGreaterThan(20));
  }

  @AfterAll
  void endAll() {
    network.close();
    world.close();
  }

  private Contact someNode() {
    return population.contact(live().findFirst().orElseThrow());
  }

  private IntStream live() {
    return IntStream.range(0, population.size()).filter(node -> !population.silent(node));
  }

  @Test
  void libtorrentFindsNodesOfTheWorldAndNoOthers() throws Exception {
    Eventually.holds(() -> assertThat(libtorrent.liveNodes()).hasSizeGreaterThan(20));
    assertThat(libtorrent.liveNodes()).allMatch(this::exists);
  }

  private boolean exists(String contact) {
    int node = population.indexOf(Key.parse(contact.substring(0, contact.indexOf('@'))));
    return node != Population.NOBODY && population.contact(node).toString().equals(contact);
  }

  @Test
  void libtorrentGetsPeersOfTheSwarm() throws Exception {
    int torrent = popularTorrent();
    Swarms swarms = world.world().ipv4().swarms();
    List<String> swarm =
        IntStream.range(0, swarms.size(torrent))
            .mapToObj(peer -> swarms.endpoint(torrent, peer).toString())
            .toList();
    assertThat(libtorrent.peersOf(catalogue().infohash(torrent).toString()))
        .isNotEmpty()
        .isSubsetOf(swarm);
  }

  @Test
  void libtorrentDownloadsMetadataByMagnetLink() throws Exception {
    int torrent = popularTorrent();
    String infohash = catalogue().infohash(torrent).toString();
    libtorrent.ask("magnet", "magnet:?xt=urn:btih:" + infohash);
    assertThat(libtorrent.ask("metadata", infohash, 60))
        .startsWith(infohash + " " + catalogue().name(torrent));
  }

  /** The largest swarm without liars: with them libtorrent sometimes takes longer than 25 s. */
  private int popularTorrent() {
    Swarms swarms = world.world().ipv4().swarms();
    return IntStream.range(0, catalogue().size())
        .filter(torrent -> swarms.isFetchable(torrent) && !catalogue().isPrivate(torrent))
        .filter(
            torrent ->
                IntStream.range(0, swarms.size(torrent))
                    .noneMatch(peer -> swarms.kind(torrent, peer) == PeerKind.LIES))
        .boxed()
        .max(Comparator.comparingInt(swarms::size))
        .orElseThrow();
  }

  private Catalogue catalogue() {
    return world.world().catalogue();
  }

  @Test
  void ourNodeFindsTheClosestNodesOfTheWorld() throws Exception {
    DhtProgram ours = network.orbweaver(1, someNode().endpoint());
    Eventually.holds(() -> assertThat(ours.nodes()).isGreaterThan(20));
    Key target = Key.parse("3c".repeat(20));
    List<String> truth =
        live()
            .mapToObj(population::contact)
            .sorted(Comparator.comparing(Contact::id, target::compareDistance))
            .limit(8)
            .map(Contact::toString)
            .toList();
    assertThat(DhtProgram.words(ours.ask("find_node", target))).isEqualTo(truth);
  }
}
