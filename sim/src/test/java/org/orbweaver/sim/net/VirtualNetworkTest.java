package org.orbweaver.sim.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

class VirtualNetworkTest {
  private static final Endpoint ALICE = Endpoint.parse("192.0.2.1:1");
  private static final Endpoint BOB = Endpoint.parse("192.0.2.2:1");

  private final VirtualClock clock = new VirtualClock(0);
  private final List<String> log = new ArrayList<>();

  @Test
  void aPacketArrivesAfterItsDelayAndItsReplyAfterTwice() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(30)));
    network.attach(new Recorder("alice", network, false), List.of(ALICE));
    network.attach(new Recorder("bob", network, true), List.of(BOB));
    send(network, ALICE, BOB, "hello");
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log)
        .containsExactly(
            "30 ms bob got hello from 192.0.2.1:1", "60 ms alice got hello from 192.0.2.2:1");
    assertThat(network.counters()).isEqualTo(new VirtualNetwork.Counters(2, 2, 0, 0, 0));
  }

  @Test
  void theSenderMayReuseItsBuffer() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(1)));
    network.attach(new Recorder("bob", network, false), List.of(BOB));
    byte[] buffer = "first".getBytes(StandardCharsets.UTF_8);
    network.send(ALICE, BOB, buffer, buffer.length);
    buffer[0] = 'X';
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log).containsExactly("1 ms bob got first from 192.0.2.1:1");
  }

  @Test
  void lossTakesItsShare() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(1)).losing(0.2));
    network.attach(new Recorder("bob", network, false), List.of(BOB));
    for (int i = 0; i < 10_000; i++) {
      send(network, ALICE, BOB, "x");
    }
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(network.counters().lost()).isBetween(1_800L, 2_200L);
    assertThat(log).hasSize((int) network.counters().delivered());
  }

  @Test
  void aPartitionCutsWhatItSeparatesUntilItHeals() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(1)));
    network.attach(new Recorder("bob", network, false), List.of(BOB));
    network.partition((from, to) -> from.equals(to));
    send(network, ALICE, BOB, "cut");
    network.partition((from, to) -> true);
    send(network, ALICE, BOB, "healed");
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log).containsExactly("1 ms bob got healed from 192.0.2.1:1");
    assertThat(network.counters().cutOff()).isEqualTo(1);
  }

  @Test
  void aCrashedHandlerHearsNothing() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(1)));
    Recorder bob = new Recorder("bob", network, false);
    network.attach(bob, List.of(BOB));
    send(network, ALICE, BOB, "on its way");
    network.detach(bob);
    send(network, ALICE, BOB, "too late");
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log).isEmpty();
    assertThat(network.counters().unreachable()).isEqualTo(2);
  }

  @Test
  void whoeverIsElsewhereGetsWhatNobodyElseOwns() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(1)));
    network.attach(new Recorder("bob", network, false), List.of(BOB));
    network.attachElsewhere(new Recorder("world", network, false));
    send(network, ALICE, BOB, "to bob");
    send(network, ALICE, Endpoint.parse("198.51.100.9:5"), "to anybody");
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log)
        .containsExactly(
            "1 ms bob got to bob from 192.0.2.1:1", "1 ms world got to anybody from 192.0.2.1:1");
    assertThatThrownBy(() -> network.attach(new Recorder("eve", network, false), List.of(BOB)))
        .hasMessageContaining("somebody is attached already");
  }

  @Test
  void duplicatesArriveTwice() {
    VirtualNetwork network =
        new VirtualNetwork(
            clock, LinkModel.between(Duration.ZERO, Duration.ofMillis(9)), new Random(5), 1.0);
    network.attach(new Recorder("bob", network, false), List.of(BOB));
    send(network, ALICE, BOB, "twice");
    clock.runUntil(Duration.ofSeconds(1).toNanos());
    assertThat(log).hasSize(2);
  }

  @Test
  void aHandlerIsWokenWhenItWantsAndNotEarlier() {
    VirtualNetwork network = network(LinkModel.constant(Duration.ofMillis(2)));
    List<Long> ticks = new ArrayList<>();
    PacketHandler sleeper =
        new PacketHandler() {
          private long wakeAt = Duration.ofMillis(10).toNanos();

          @Override
          public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
            wakeAt = now + Duration.ofMillis(packet[0]).toNanos();
            return wakeAt;
          }

          @Override
          public long onTick(long now) {
            ticks.add(Duration.ofNanos(now).toMillis());
            if (now >= wakeAt) {
              wakeAt = NEVER;
            }
            return wakeAt;
          }
        };
    network.attach(sleeper, List.of(BOB));
    clock.runUntil(Duration.ofMillis(20).toNanos());
    assertThat(ticks).containsExactly(0L, 10L);
    network.send(ALICE, BOB, new byte[] {50}, 1);
    clock.runUntil(Duration.ofMillis(30).toNanos()); // at 22 ms it wants to be woken at 72 ms
    network.send(ALICE, BOB, new byte[] {100}, 1); // and at 32 ms it wants 132 ms instead
    clock.runUntil(Duration.ofMillis(200).toNanos());
    assertThat(ticks).containsExactly(0L, 10L, 132L);
    network.execute(sleeper, () -> {});
    clock.runUntil(Duration.ofMillis(300).toNanos());
    assertThat(ticks).containsExactly(0L, 10L, 132L, 200L);
  }

  @Test
  void theSameSeedGivesTheSameRun() {
    List<String> first = randomRun(42);
    List<String> again = randomRun(42);
    List<String> other = randomRun(43);
    assertThat(again).isEqualTo(first);
    assertThat(other).isNotEqualTo(first);
  }

  private List<String> randomRun(long seed) {
    log.clear();
    VirtualClock own = new VirtualClock(0);
    LinkModel links = LinkModel.between(Duration.ofMillis(1), Duration.ofMillis(90)).losing(0.1);
    VirtualNetwork network = new VirtualNetwork(own, links, new Random(seed), 0.1);
    network.attach(new Recorder("alice", network, false), List.of(ALICE));
    network.attach(new Recorder("bob", network, true), List.of(BOB));
    for (int i = 0; i < 100; i++) {
      send(network, ALICE, BOB, "packet " + i);
    }
    own.runUntil(Duration.ofSeconds(1).toNanos());
    return List.copyOf(log);
  }

  private VirtualNetwork network(LinkModel links) {
    return new VirtualNetwork(clock, links, new Random(1));
  }

  private static void send(Outbox outbox, Endpoint from, Endpoint to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    outbox.send(from, to, bytes, bytes.length);
  }

  /** Writes down what it gets and may send it back. */
  private final class Recorder implements PacketHandler {
    private final String name;
    private final Outbox outbox;
    private final boolean echoes;

    Recorder(String name, Outbox outbox, boolean echoes) {
      this.name = name;
      this.outbox = outbox;
      this.echoes = echoes;
    }

    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      String text = new String(packet, 0, length, StandardCharsets.UTF_8);
      log.add(Duration.ofNanos(now).toMillis() + " ms " + name + " got " + text + " from " + from);
      if (echoes) {
        outbox.send(local, from, packet, length);
      }
      return NEVER;
    }

    @Override
    public long onTick(long now) {
      return NEVER;
    }
  }
}
