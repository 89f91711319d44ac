package org.orbweaver.sim.world;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.ErrorReply;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorldTest {
  private final Probe probe =
      new Probe(WorldOptions.of(5_000, 1).withContent(ContentOptions.of(2_000)));
  private final Dht dht = probe.world().ipv4();
  private final Population population = dht.population();
  private final SplittableRandom random = new SplittableRandom(4);

  private int liveNode(ClientKind client) {
    return IntStream.range(0, population.size())
        .filter(i -> dht.liveness().live(i, 0) && population.client(i) == client)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void findNodeTellsTheTablesClosestEntries() {
    int[] expected = new int[8];
    for (int node = 0; node < 500; node++) {
      Key target = Key.random(random);
      Message answer = probe.findNode(population.endpoint(node), target, Want.UNSAID);
      if (!dht.liveness().live(node, 0)) {
        assertThat(answer).isNull();
        continue;
      }
      Reply reply = (Reply) requireNonNull(answer);
      assertThat(reply.id()).isEqualTo(population.key(node));
      int count = dht.tables().findNode(node, target.high(), 0, expected);
      assertThat(reply.nodes().size()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(reply.nodes().contact(i)).isEqualTo(population.contact(expected[i]));
      }
    }
  }

  @Test
  void addressesWithoutANodeAreSilent() {
    assertThat(probe.ping(population.vacant(1))).isNull();
    assertThat(probe.ping(Endpoint.parse("[2a00::1]:6881"))).isNull();
  }

  @Test
  void clientsSayWhoTheyAreAndSecureOnesWhoAsks() {
    for (ClientKind client : ClientKind.values()) {
      Reply reply = (Reply) requireNonNull(probe.ping(population.endpoint(liveNode(client))));
      assertThat(reply.version().toArray()).isEqualTo(client.version());
      assertThat(reply.ownAddress()).isEqualTo(client.secure() ? Probe.HERE : null);
    }
  }

  @Test
  void onlySomeClientsKnowSampleInfohashes() {
    Reply reply =
        (Reply)
            requireNonNull(
                probe.sample(population.endpoint(liveNode(ClientKind.LIBTORRENT)), Key.ZERO));
    assertThat(reply.hasSamples()).isTrue();
    assertThat(reply.sampleInterval()).hasValue(21_600);
    assertThat(reply.nodes().size()).isEqualTo(8);
    ErrorReply refusal =
        (ErrorReply)
            requireNonNull(
                probe.sample(population.endpoint(liveNode(ClientKind.UTORRENT)), Key.ZERO));
    assertThat(refusal.code()).isEqualTo(204);
    assertThat(probe.sample(population.endpoint(liveNode(ClientKind.ARIA2)), Key.ZERO)).isNull();
  }

  @Test
  void samplesAreHashesWhosePeersTheNodeTells() {
    int told = 0;
    for (int node = 0; node < 300; node++) {
      if (!dht.liveness().live(node, 0) || !population.client(node).answersSamples()) {
        continue;
      }
      Endpoint endpoint = population.endpoint(node);
      Reply sample = (Reply) requireNonNull(probe.sample(endpoint, Key.ZERO));
      List<Key> hashes = new ArrayList<>();
      for (int i = 0; i < sample.sampleCount(); i++) {
        hashes.add(sample.sample(i));
      }
      for (Key infohash : hashes) {
        Reply reply = (Reply) requireNonNull(probe.getPeers(endpoint, infohash));
        assertThat(reply.hasPeers()).isTrue();
        told++;
      }
    }
    assertThat(told).isGreaterThan(200);
  }

  @Test
  void peersComeFromTheTorrentsSwarm() {
    Key infohash = probe.world().catalogue().infohash(0);
    int[] holders = new int[8];
    assertThat(dht.closest().live(infohash.high(), 0, holders)).isEqualTo(8);
    Set<Endpoint> swarm = new HashSet<>();
    for (int peer = 0; peer < dht.swarms().size(0); peer++) {
      swarm.add(dht.swarms().endpoint(0, peer));
    }
    for (int holder : holders) {
      List<Endpoint> peers = new ArrayList<>();
      Reply reply = (Reply) requireNonNull(probe.getPeers(population.endpoint(holder), infohash));
      reply.forEachPeer(peers::add);
      assertThat(peers).hasSize(50).allMatch(swarm::contains);
      assertThat(reply.token().isEmpty()).isFalse();
    }
  }

  @Test
  void announcedPeersAreToldAgainAndOnlyWithAToken() {
    Key infohash = Key.random(random);
    Endpoint node = population.endpoint(liveNode(ClientKind.LIBTORRENT));
    Reply first = (Reply) requireNonNull(probe.getPeers(node, infohash));
    assertThat(first.hasPeers()).isFalse();
    Bytes token = Bytes.of(first.token().toArray());
    ErrorReply refused =
        (ErrorReply) requireNonNull(probe.announce(node, infohash, 999, Bytes.of(new byte[8])));
    assertThat(refused.code()).isEqualTo(203);
    assertThat(probe.announce(node, infohash, 999, token)).isInstanceOf(Reply.class);
    List<Endpoint> peers = new ArrayList<>();
    ((Reply) requireNonNull(probe.getPeers(node, infohash))).forEachPeer(peers::add);
    assertThat(peers).containsExactly(Probe.HERE.withPort(999));
    probe.now += 11L * 60 * 1_000_000_000;
    assertThat(probe.announce(node, infohash, 999, token)).isInstanceOf(ErrorReply.class);
  }

  @Test
  void theSameSeedGivesTheSameBytesAndAnotherSeedAnotherWorld() {
    WorldOptions options =
        WorldOptions.of(2_000, 3).withContent(ContentOptions.of(500)).withFaults(Faults.ALL);
    Probe one = new Probe(options);
    Probe same = new Probe(options);
    Probe other =
        new Probe(
            WorldOptions.of(2_000, 4).withContent(ContentOptions.of(500)).withFaults(Faults.ALL));
    int strangers = 0;
    for (int node = 0; node < 2_000; node++) {
      Endpoint endpoint = one.world().ipv4().population().endpoint(node);
      Key target = Key.random(random);
      one.getPeers(endpoint, target);
      same.getPeers(endpoint, target);
      other.getPeers(endpoint, target);
      assertThat(same.bytes()).isEqualTo(one.bytes());
      strangers += other.bytes() == null ? 1 : 0;
    }
    assertThat(strangers).isGreaterThan(1_990);
  }

  @Test
  void nodesInBothNetworksTellOfBoth() {
    Probe dual = new Probe(WorldOptions.of(4_000, 1).withIpv6(1_000));
    Population v4 = dual.world().ipv4().population();
    Dht v6 = dual.world().ipv6().orElseThrow();
    int both = 0;
    int live = 0;
    for (int node = 0; node < v4.size(); node++) {
      Message answer = dual.findNode(v4.endpoint(node), Key.random(random), Want.BOTH);
      if (answer instanceof Reply reply) {
        live++;
        both += reply.nodes6().size() > 0 ? 1 : 0;
        for (int i = 0; i < reply.nodes6().size(); i++) {
          int told = v6.population().at(reply.nodes6().endpoint(i));
          assertThat(v6.population().key(told)).isEqualTo(reply.nodes6().id(i));
        }
      }
    }
    assertThat((double) both / live).isBetween(0.2, 0.3);
    int asked =
        IntStream.range(0, 1_000).filter(i -> v6.liveness().live(i, 0)).findFirst().orElseThrow();
    Reply reply =
        (Reply) requireNonNull(dual.findNode(v6.population().endpoint(asked), Key.ZERO, Want.IPV6));
    assertThat(reply.nodes6().size()).isEqualTo(8);
    assertThat(reply.nodes().size()).isZero();
  }

  @Test
  void libtorrentTellsOneNodeOfEachNetwork() {
    Probe crowded =
        new Probe(
            WorldOptions.of(3_000, 2)
                .withPopulation(p -> p.withSybils(List.of(new SybilAttack(3_000)))));
    Population nodes = crowded.world().ipv4().population();
    for (int node = 0; node < 300; node++) {
      Message answer = crowded.findNode(nodes.endpoint(node), Key.random(random), Want.UNSAID);
      if (answer instanceof Reply reply && nodes.client(node).onePerNetwork()) {
        long networks =
            IntStream.range(0, reply.nodes().size())
                .mapToLong(i -> reply.nodes().endpoint(i).network())
                .distinct()
                .count();
        assertThat(networks).isEqualTo(reply.nodes().size()).isGreaterThan(2);
      }
    }
  }

  @Test
  void versionsAreHandedOutAsCopies() {
    byte[] version = ClientKind.LIBTORRENT.version();
    Arrays.fill(version, (byte) 0);
    assertThat(ClientKind.LIBTORRENT.version()).isNotEqualTo(version);
  }
}
