package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.PacketHandler;
import org.orbweaver.wire.bencode.Bytes;
import org.orbweaver.wire.krpc.MessageDecoder;
import org.orbweaver.wire.krpc.Method;
import org.orbweaver.wire.krpc.Query;
import org.orbweaver.wire.krpc.ReplyWriter;
import org.orbweaver.wire.krpc.Want;

/** Guests hear the world's clients, in virtual time. */
class ClientTrafficTest {
  private static final Duration HOUR = Duration.ofHours(1);

  /** A guest that answers every get_peers with a token and keeps what it hears. */
  private static final class Listener implements PacketHandler {
    private final List<Guest> homes = new ArrayList<>();
    private final VirtualNetwork network;
    private final MessageDecoder decoder = new MessageDecoder();
    private final ReplyWriter writer = new ReplyWriter(1400);
    private final Set<Key> heard = new HashSet<>();
    private int lookups;
    private int announces;

    Listener(VirtualNetwork network, int homes) {
      this.network = network;
      SplittableRandom random = new SplittableRandom(3);
      for (int i = 0; i < homes; i++) {
        this.homes.add(
            new Guest(Key.random(random), Endpoint.v4(0x59000001 + i * 256, 6881), 0.99, 0));
      }
    }

    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      if (decoder.decode(packet, length) instanceof Query query) {
        heard.add(query.target());
        if (query.method() == Method.GET_PEERS) {
          lookups++;
          Bytes token = Bytes.of(new byte[] {1, 2, 3});
          int size =
              writer
                  .to(query, from, Key.ZERO)
                  .nodes(Want.IPV4, new Contact[0], 0)
                  .token(token)
                  .write();
          network.send(local, from, writer.buffer(), size);
        } else if (query.method() == Method.ANNOUNCE_PEER
            && query.token().contentEquals(new byte[] {1, 2, 3})) {
          announces++;
        }
      }
      return NEVER;
    }

    @Override
    public long onTick(long now) {
      return NEVER;
    }
  }

  private static Listener listen(int homes, TrafficOptions traffic) {
    VirtualClock clock = new VirtualClock(1_000_000_000_000_000_000L);
    VirtualNetwork network =
        new VirtualNetwork(
            clock, LinkModel.constant(Duration.ofMillis(30)), new SplittableRandom(1));
    Listener listener = new Listener(network, homes);
    World world =
        new World(
            WorldOptions.of(5_000, 2)
                .withContent(ContentOptions.of(3_000))
                .withPopulation(p -> p.withGuests(listener.homes))
                .withTraffic(traffic),
            network);
    network.attach(listener, listener.homes.stream().map(Guest::endpoint).toList());
    network.attachElsewhere(world);
    clock.runUntil(clock.now() + HOUR.toNanos());
    assertThat(world.traffic().queries()).isEqualTo(listener.lookups);
    return listener;
  }

  @Test
  void moreHomesHearMoreOfTheWorldsLookups() {
    TrafficOptions traffic = new TrafficOptions(2, 0.5, 0);
    Listener one = listen(1, traffic);
    Listener many = listen(32, traffic);
    assertThat(one.heard.size()).isBetween(1, 1_000);
    assertThat(many.heard.size()).isGreaterThan(3 * one.heard.size());
    assertThat(many.lookups).isGreaterThan(5 * one.lookups);
    assertThat(many.announces).isBetween(many.lookups / 200, many.lookups / 3);
  }

  @Test
  void theSameSeedIsHeardTheSameWay() {
    TrafficOptions traffic = new TrafficOptions(1, 0.5, 0);
    assertThat(listen(4, traffic).heard).isEqualTo(listen(4, traffic).heard);
  }

  @Test
  void lookupsOfPopularTorrentsCanBeLeftOut() {
    TrafficOptions traffic = new TrafficOptions(2, 0.5, 0);
    Listener all = listen(8, traffic);
    Listener some = listen(8, traffic.withMostPerHour(1));
    assertThat(some.lookups).isLessThan(all.lookups / 2);
    assertThat(all.heard).containsAll(some.heard);
    assertThat(some.heard.size()).isGreaterThan(all.heard.size() / 2);
  }

  @Test
  void lookupsDrawnByTheirRatesAreHeardAsOftenAsThoseThatAreMade() {
    TrafficOptions traffic = new TrafficOptions(4, 0.5, 0);
    Listener made = listen(8, traffic);
    Listener drawn = listen(8, traffic.drawnByRates());
    assertThat((double) drawn.lookups / made.lookups).isBetween(0.7, 1.4);
    // Lookups of one torrent have their last steps in common, which those drawn have not.
    assertThat((double) drawn.heard.size() / made.heard.size()).isBetween(0.6, 2.0);
    assertThat(drawn.announces).isBetween(made.announces / 2, 2 * made.announces);
  }

  @Test
  void baitsLieCloseToTheGuest() {
    Listener baited = listen(2, new TrafficOptions(0, 0, 0.1));
    assertThat(baited.heard.size()).isBetween(250, 470);
    assertThat(baited.heard)
        .allMatch(key -> baited.homes.stream().anyMatch(g -> g.id().commonPrefixLength(key) >= 24));
  }
}
