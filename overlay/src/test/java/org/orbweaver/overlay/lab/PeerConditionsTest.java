package org.orbweaver.overlay.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.identity.Handshakes;
import org.orbweaver.overlay.identity.SealedPeer;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.node.NodeParts;
import org.orbweaver.overlay.node.OverlayNode;
import org.orbweaver.sim.net.LinkModel;
import org.orbweaver.sim.net.VirtualClock;
import org.orbweaver.sim.net.VirtualNetwork;
import org.orbweaver.wire.Outbox;
import org.orbweaver.wire.PacketHandler;

/** M7, L9: what is wrong between two peers is named by both, in a sentence. */
class PeerConditionsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final VirtualClock clock = new VirtualClock(Duration.ofDays(20_000).toNanos());
  private final VirtualNetwork network =
      new VirtualNetwork(
          clock,
          LinkModel.between(Duration.ofMillis(5), Duration.ofMillis(60)),
          new SplittableRandom(1));

  /** A peer whose clock may be off. */
  private final class Peer implements PacketHandler {
    private final long ahead;
    private final Endpoint address;
    private final Handshakes handshakes;
    private final OverlayNode node;
    private final SealedPeer sealed;
    private final LabDisk disk;

    /**
     * @param home what it takes for its address
     */
    Peer(int number, String swarm, Duration ahead, Endpoint home) {
      this.ahead = ahead.toNanos();
      this.address = SealedSwarm.address(number);
      this.disk = new LabDisk(clock, Duration.ofMillis(5).toNanos(), number);
      LabDisk results = new LabDisk(clock, Duration.ofMillis(5).toNanos(), number);
      PeerKeys keys = SealedSwarm.keys(number);
      Outbox outbox = (local, to, packet, length) -> network.send(address, to, packet, length);
      handshakes =
          new Handshakes(now(), keys, home, number, swarm, outbox, SealedSwarm.seeded(number));
      node =
          new OverlayNode(
              now(),
              handshakes,
              new NodeParts(
                  disk,
                  results,
                  outbox,
                  handshakes,
                  handshakes,
                  keys,
                  (task, finish) -> {},
                  SealedSwarm.seeded(-number),
                  MembershipView::of),
              SealedSwarm.settings(16));
      sealed = new SealedPeer(handshakes, node);
      disk.plugInto(work -> network.execute(this, work));
      results.plugInto(work -> network.execute(this, work));
      network.attach(this, List.of(address));
    }

    private long now() {
      return clock.now() + ahead;
    }

    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      return wake(sealed.onPacket(now + ahead, local, from, packet, length));
    }

    @Override
    public long onTick(long now) {
      return wake(sealed.onTick(now + ahead));
    }

    private long wake(long at) {
      return at == NEVER ? NEVER : at - ahead;
    }

    void join(Endpoint gate) {
      network.execute(this, () -> node.join(now(), List.of(gate)));
    }
  }

  private Peer peer(int number, String swarm, Duration ahead) {
    return new Peer(number, swarm, ahead, SealedSwarm.address(number));
  }

  private void pass(Duration time) {
    clock.runUntil(clock.now() + time.toNanos());
  }

  @Test
  void aClockThatIsOffIsNamedByBoth() {
    for (Duration off : List.of(Duration.ofMinutes(5), Duration.ofHours(25))) {
      int number = off.toHours() > 0 ? 3 : 1;
      Peer right = peer(number, "swarm", Duration.ZERO);
      Peer ahead = peer(number + 1, "swarm", off);
      ahead.join(right.address);
      pass(MINUTE);
      String by = off.toHours() > 0 ? "25 h 0 min" : "5 min";
      assertThat(right.node.conditions())
          .singleElement()
          .asString()
          .contains("the clock of " + ahead.address + " is " + by + " ahead of this peer's");
      assertThat(ahead.node.conditions())
          .singleElement()
          .asString()
          .contains("the clock of " + right.address, " behind this peer's");
    }
  }

  @Test
  void anotherSwarmsNameIsNamedByBoth() {
    Peer one = peer(1, "swarm", Duration.ZERO);
    Peer other = peer(2, "schwarm", Duration.ZERO);
    other.join(one.address);
    pass(MINUTE);
    assertThat(one.handshakes.failures())
        .containsExactly(
            other.address
                + " belongs to another swarm: the name after --swarm must be the same on both");
    assertThat(other.handshakes.failures()).singleElement().asString().contains("another swarm");
  }

  @Test
  void anAddressThatOthersDoNotSeeIsNamedByBoth() {
    Peer one = peer(1, "swarm", Duration.ZERO);
    Peer moved = new Peer(2, "swarm", Duration.ZERO, SealedSwarm.address(99));
    moved.join(one.address);
    pass(MINUTE);
    assertThat(one.handshakes.failures())
        .singleElement()
        .asString()
        .contains("the peer at " + moved.address + " calls itself " + SealedSwarm.address(99));
    assertThat(moved.handshakes.failures())
        .singleElement()
        .asString()
        .contains(one.address + " does not see this peer at " + SealedSwarm.address(99));
  }

  @Test
  void aGateAtWhichNobodyAnswersIsNamedUntilSomebodyDoes() {
    Peer early = peer(2, "swarm", Duration.ZERO);
    early.join(SealedSwarm.address(1));
    pass(MINUTE);
    assertThat(early.handshakes.failures())
        .containsExactly(
            "nobody answers at "
                + SealedSwarm.address(1)
                + ": is a peer running there, and is UDP let through?");
    Peer late = peer(1, "swarm", Duration.ZERO);
    pass(MINUTE);
    assertThat(early.handshakes.failures()).isEmpty();
    assertThat(early.node.members().lives(late.address)).isTrue();
  }

  @Test
  void aPeerThatCannotBeReachedByTcpAndAFullDiskAreNamedByBoth() {
    Peer one = peer(1, "swarm", Duration.ZERO);
    Peer walled = peer(2, "swarm", Duration.ZERO);
    walled.join(one.address);
    pass(MINUTE);
    assertThat(one.node.conditions()).isEmpty();
    network.execute(one, () -> one.node.reached(one.now(), walled.address, false));
    pass(MINUTE);
    assertThat(one.node.conditions())
        .singleElement()
        .asString()
        .contains(walled.address + " answers by UDP, but cannot be reached by TCP");
    assertThat(walled.node.conditions())
        .singleElement()
        .asString()
        .contains(one.address + " cannot reach this peer by TCP");
    network.execute(one, () -> one.node.reached(one.now(), walled.address, true));
    walled.disk.fail(true);
    pass(MINUTE);
    assertThat(one.node.conditions())
        .containsExactly(walled.address + " takes nothing new: its disk is full or fails");
    assertThat(walled.node.trouble()).isNotNull();
  }
}
