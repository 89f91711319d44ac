package org.orbweaver.sim.world;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.wire.krpc.Malformed;
import org.orbweaver.wire.krpc.Message;
import org.orbweaver.wire.krpc.Reply;
import org.orbweaver.wire.krpc.Want;

class FaultsTest {
  private final SplittableRandom random = new SplittableRandom(6);

  private static int firstLive(Dht dht) {
    return IntStream.range(0, dht.population().size())
        .filter(i -> dht.liveness().live(i, 0))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFiftiethPacketInTenSecondsShutsAnAddressOutForFiveMinutes() {
    Probe probe = new Probe(WorldOptions.of(100, 1).withFaults(Faults.NONE.withRateLimits()));
    Endpoint node = probe.world().ipv4().population().endpoint(firstLive(probe.world().ipv4()));
    for (int i = 1; i < 50; i++) {
      probe.now += TimeUnit.MILLISECONDS.toNanos(100);
      assertThat(probe.ping(node)).as("packet %d", i).isNotNull();
    }
    assertThat(probe.ping(node)).isNull();
    probe.now += TimeUnit.MINUTES.toNanos(5) - 1;
    assertThat(probe.ping(node)).isNull();
    probe.now += 1;
    assertThat(probe.ping(node)).isNotNull();
  }

  @Test
  void fourPacketsASecondAreEndured() {
    Probe probe = new Probe(WorldOptions.of(100, 1).withFaults(Faults.NONE.withRateLimits()));
    Endpoint node = probe.world().ipv4().population().endpoint(firstLive(probe.world().ipv4()));
    for (int i = 1; i < 400; i++) {
      probe.now += TimeUnit.MILLISECONDS.toNanos(250);
      assertThat(probe.ping(node)).as("packet %d", i).isNotNull();
    }
  }

  @Test
  void liarsLieAsTheTruthSays() {
    Probe probe =
        new Probe(WorldOptions.of(3_000, 1).withFaults(Faults.NONE.withLiars(0.1, 0.1, 0.1, 0.1)));
    Dht dht = probe.world().ipv4();
    int spoofers = 0;
    int largest = 0;
    for (int node = 0; node < 3_000; node++) {
      Key target = Key.random(random);
      Message answer = probe.getPeers(dht.population().endpoint(node), target);
      if (answer == null) {
        assertThat(dht.liveness().live(node, 0)).isFalse();
        continue;
      }
      assertThat(answer instanceof Malformed).isEqualTo(dht.misfits().isJunk(node));
      if (answer instanceof Reply reply) {
        assertThat(reply.id().equals(target)).isEqualTo(dht.misfits().spoofs(node));
        assertThat(reply.hasPeers()).isEqualTo(dht.misfits().ghosts(node));
        assertThat(reply.nodes().size() > 8).isEqualTo(dht.misfits().isOversized(node));
        spoofers += reply.id().equals(target) ? 1 : 0;
        largest = Math.max(largest, requireNonNull(probe.bytes()).length);
        List<Endpoint> peers = new ArrayList<>();
        reply.forEachPeer(peers::add);
        assertThat(peers).allMatch(peer -> dht.population().at(peer) == Population.NOBODY);
      }
    }
    assertThat(spoofers).isBetween(130, 250);
    assertThat(largest).isGreaterThan(1_500);
  }

  @Test
  void contactsAreToldAtWrongAndPrivateAddresses() {
    Probe probe =
        new Probe(WorldOptions.of(3_000, 1).withFaults(Faults.NONE.withContacts(0.05, 0.1)));
    Population population = probe.world().ipv4().population();
    int all = 0;
    int unroutable = 0;
    int vacant = 0;
    for (int node = 0; node < 2_000; node++) {
      Message answer = probe.findNode(population.endpoint(node), Key.random(random), Want.UNSAID);
      if (answer instanceof Reply reply) {
        for (int i = 0; i < reply.nodes().size(); i++) {
          Endpoint told = reply.nodes().endpoint(i);
          all++;
          unroutable += told.isGlobal() ? 0 : 1;
          vacant += told.isGlobal() && population.at(told) == Population.NOBODY ? 1 : 0;
        }
      }
    }
    assertThat((double) unroutable / all).isBetween(0.04, 0.06);
    assertThat((double) vacant / all).isBetween(0.085, 0.115);
  }

  @Test
  void noContactOfALoopbackWorldLeavesTheMachine() {
    Probe probe =
        new Probe(
            WorldOptions.of(2_000, 1)
                .withPopulation(p -> p.at(AddressSpace.loopback(6881)))
                .withFaults(Faults.NONE.withContacts(0.2, 0.2).withLiars(0.1, 0.2, 0, 0)));
    Population population = probe.world().ipv4().population();
    for (int node = 0; node < 2_000; node++) {
      Message answer = probe.getPeers(population.endpoint(node), Key.random(random));
      if (answer instanceof Reply reply) {
        List<Endpoint> told = new ArrayList<>();
        reply.forEachPeer(told::add);
        for (int i = 0; i < reply.nodes().size(); i++) {
          told.add(reply.nodes().endpoint(i));
        }
        assertThat(told).allMatch(endpoint -> endpoint.ipv4() >>> 24 == 127);
      }
    }
  }

  @Test
  void packetsTakeAsLongAsTheirWayAndSomeAreLost() {
    Population population = new Population(PopulationOptions.honest(2_000, 1));
    WorldLinks links = new WorldLinks(population, Faults.NONE.withLoss(0.02).withDistances());
    Endpoint home = population.endpoint(0);
    double[] millis = new double[2_000];
    int lost = 0;
    for (int node = 0; node < 2_000; node++) {
      long delay = links.delay(home, population.endpoint(node), random);
      lost += delay == LinkModel.LOST ? 1 : 0;
      millis[node] = delay / 1e6;
    }
    java.util.Arrays.sort(millis);
    assertThat(lost).isBetween(15, 70);
    assertThat(millis[1_000]).as("median one-way").isBetween(20.0, 120.0);
    assertThat(millis[1_980]).as("99th percentile").isBetween(90.0, 500.0);
  }
}
