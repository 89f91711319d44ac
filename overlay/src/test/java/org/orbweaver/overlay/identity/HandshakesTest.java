package org.orbweaver.overlay.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.membership.PeerClaim;

class HandshakesTest {
  private final Strangers network = new Strangers();
  private final Handshakes alice = network.add(1, "swarm");
  private final Handshakes bob = network.add(2, "swarm");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void whatIsSaidToAStrangerArrivesOnceHandsAreShaken() {
    network.say(1, 2, "first");
    network.say(1, 2, "second");
    network.say(2, 1, "answer");
    assertThat(network.opened()).containsExactly("first", "second", "answer");
    assertThat(alice.takeMet()).hasSize(1);
    assertThat(bob.knows(Strangers.address(1))).isTrue();
    assertThat(alice.counters().completed()).isEqualTo(1);
  }

  @Test
  void bothMayBeginAtOnce() {
    alice.close(Strangers.address(2), bytes("from alice"));
    bob.close(Strangers.address(1), bytes("from bob"));
    network.settle();
    network.say(1, 2, "again from alice");
    network.say(2, 1, "again from bob");
    assertThat(network.opened())
        .containsExactlyInAnyOrder("from alice", "from bob", "again from alice", "again from bob");
  }

  @Test
  void aPacketIsUnderstoodOnce() {
    network.say(1, 2, "once");
    network.carried().forEach(network::deliver);
    network.settle();
    assertThat(network.opened()).containsExactly("once");
    network.say(1, 2, "and still on terms");
    assertThat(network.opened()).containsExactly("once", "and still on terms");
  }

  @Test
  void aChangedPacketIsRefusedWhereverItWasChanged() {
    network.say(1, 2, "once");
    Strangers.Packet last = network.carried().getLast();
    for (int bit = 0; bit < 8 * last.bytes().length; bit++) {
      byte[] changed = last.bytes().clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      network.deliver(new Strangers.Packet(last.from(), last.to(), changed));
    }
    assertThat(network.opened()).containsExactly("once");
  }

  @Test
  void aPacketFromAnotherAddressIsRefused() {
    network.add(3, "swarm");
    network.say(1, 2, "once");
    network.say(3, 2, "hello");
    Strangers.Packet alices =
        network.carried().stream()
            .filter(p -> p.from().equals(Strangers.address(1)) && p.bytes()[0] == Session.SEALED)
            .findFirst()
            .orElseThrow();
    network.deliver(new Strangers.Packet(Strangers.address(3), alices.to(), alices.bytes()));
    assertThat(network.opened()).containsExactly("once", "hello");
    assertThat(bob.counters().forged()).isPositive();
  }

  @Test
  void peersOfAnotherSwarmStayStrangers() {
    network.add(3, "another swarm");
    network.say(3, 2, "let me in");
    assertThat(network.opened()).isEmpty();
    assertThat(bob.knows(Strangers.address(3))).isFalse();
    assertThat(bob.counters().unproven()).isPositive();
  }

  /** Herodotus §4.2.3: the nonce goes to the address whose IDs are claimed. */
  @Test
  void nobodyIsVouchedForBeforeItAnsweredAtItsAddress() {
    network.add(3, "swarm");
    Peer nobody =
        SignedPeer.sign(PeerKeys.draw(Strangers.seeded(9)), Strangers.address(9), 64, 1, 1);
    PeerClaim made = new PeerClaim(nobody, PeerClaim.Life.LIVING);
    assertThat(alice.vouchesFor(made, Strangers.address(3))).isFalse();
    assertThat(network.carried()).as("a stranger's word is worth no packet").isEmpty();
    network.say(3, 1, "I have paid for some packets with as many bytes: " + "x".repeat(300));
    int before = network.carried().size();
    assertThat(alice.vouchesFor(made, Strangers.address(3))).isFalse();
    network.pass(Duration.ofSeconds(5).toNanos());
    assertThat(network.carried()).as("the nonce, once").hasSize(before + 1);
    assertThat(alice.vouchesFor(made, Strangers.address(3))).isFalse();
    PeerClaim bobsOwn = new PeerClaim(bob.of(2, 64), PeerClaim.Life.LIVING);
    network.say(3, 1, "and for more: " + "x".repeat(300));
    assertThat(alice.vouchesFor(bobsOwn, Strangers.address(3))).isFalse();
    network.settle();
    assertThat(alice.vouchesFor(bobsOwn, Strangers.address(3))).isTrue();
  }

  @Test
  void hearsayIsGreetedOnlyWhereThisPeerLives() {
    network.say(2, 1, "x".repeat(5_000));
    int before = network.carried().size();
    for (String address : List.of("127.0.0.1:53", "0.0.0.0:1", "224.0.0.1:7", "[::1]:7000")) {
      Peer made =
          SignedPeer.sign(PeerKeys.draw(Strangers.seeded(9)), Endpoint.parse(address), 64, 1, 1);
      alice.vouchesFor(new PeerClaim(made, PeerClaim.Life.LIVING), Strangers.address(2));
    }
    assertThat(network.carried()).hasSize(before);
  }

  @Test
  void anotherVersionIsToldOursAndNothingElse() {
    byte[] hello = new byte[300];
    hello[0] = 1; // as peers sent it that knew of no versions
    network.deliver(new Strangers.Packet(Strangers.address(66), Strangers.address(1), hello));
    assertThat(network.carried().getLast().bytes()).containsExactly(6, Handshakes.VERSION);
    assertThat(alice.counters().otherVersions()).isEqualTo(1);
  }

  @Test
  void oneAddressHasNoMoreThanItsShareOfSignatureChecks() {
    for (int i = 0; i < 70; i++) {
      Endpoint endpoint = Strangers.address(77).withPort(1 + i);
      SecureRandom random = Strangers.seeded(i);
      Handshakes flood =
          new Handshakes(
              network.now(), PeerKeys.draw(random), endpoint, 1, "swarm", network::send, random);
      flood.close(Strangers.address(1), bytes("one more"));
      network.settle();
      Strangers.Packet challenge = network.carried().getLast();
      flood.onPacket(network.now(), challenge.from(), challenge.bytes(), challenge.bytes().length);
      network.settle();
    }
    network.say(2, 1, "still heard");
    assertThat(network.opened()).contains("still heard");
    assertThat(alice.counters().putOff()).isGreaterThan(20);
  }

  @Test
  void aDescriptionChangedByOthersIsNotVouchedFor() {
    network.say(1, 2, "hello");
    Peer genuine = bob.of(5, 64);
    Peer greedy = new Peer(genuine.address(), 1024, genuine.disk(), 6, genuine.credentials());
    assertThat(
            alice.vouchesFor(new PeerClaim(genuine, PeerClaim.Life.LIVING), Strangers.address(2)))
        .isTrue();
    assertThat(alice.vouchesFor(new PeerClaim(greedy, PeerClaim.Life.LIVING), Strangers.address(2)))
        .isFalse();
    assertThat(alice.vouchesFor(new PeerClaim(greedy, PeerClaim.Life.DEAD), Strangers.address(2)))
        .isFalse();
    assertThat(alice.vouchesFor(new PeerClaim(genuine, PeerClaim.Life.DEAD), Strangers.address(2)))
        .isTrue();
  }

  @Test
  void aRestartedPeerIsMetAnew() {
    network.say(1, 2, "before");
    Handshakes again = network.add(2, "swarm");
    network.say(1, 2, "lost, but it tells that bob is another");
    network.say(1, 2, "after");
    assertThat(network.opened()).containsExactly("before", "after");
    assertThat(again.counters().completed()).isEqualTo(1);
  }

  @Test
  void lostPacketsAreSaidAgain() {
    alice.close(Strangers.address(2), bytes("patience"));
    network.lose();
    network.pass(1_100_000_000L);
    assertThat(network.opened()).containsExactly("patience");
  }

  @Test
  void strangersCannotMakeUsAnswerMoreThanTheySaid() {
    byte[] hello = new byte[300];
    hello[0] = 1;
    int before = network.carried().size();
    for (int length = 1; length < hello.length; length++) {
      for (byte kind = 0; kind < 8; kind++) {
        hello[0] = kind;
        network.deliver(
            new Strangers.Packet(
                Strangers.address(66), Strangers.address(1), Arrays.copyOf(hello, length)));
        int sent = network.carried().stream().skip(before).mapToInt(p -> p.bytes().length).sum();
        assertThat(sent).isLessThanOrEqualTo(length);
        before = network.carried().size();
      }
    }
  }

  @Test
  void proofsWithoutACookieCostNoSignature() {
    SecureRandom random = Strangers.seeded(3);
    byte[] proof = new byte[17 + SignedPeer.BYTES + Session.TAG];
    for (int i = 0; i < 20_000; i++) {
      random.nextBytes(proof);
      proof[0] = 3;
      alice.onPacket(network.now(), Strangers.address(66), proof, proof.length);
    }
    assertThat(alice.counters().unproven()).isEqualTo(20_000);
    assertThat(alice.counters().putOff()).as("signatures beyond those a second allows").isZero();
  }

  @Test
  void oneAddressHasNoMoreThanItsShareOfPeers() {
    for (int port = 1; port <= 20; port++) {
      shakeHandsFrom(port);
    }
    assertThat(alice.counters().known()).isEqualTo(Sessions.MOST_PER_ADDRESS);
  }

  @Test
  void oneThatKeepsChangingItsPortIsLetInAgainInTime() {
    for (int port = 1; port <= Sessions.MOST_PER_ADDRESS; port++) {
      shakeHandsFrom(port);
    }
    network.pass(Duration.ofMinutes(11).toNanos());
    shakeHandsFrom(99);
    assertThat(alice.knows(Strangers.address(77).withPort(99))).isTrue();
    assertThat(alice.counters().known()).isEqualTo(Sessions.MOST_PER_ADDRESS);
  }

  private void shakeHandsFrom(int port) {
    Endpoint endpoint = Strangers.address(77).withPort(port);
    SecureRandom random = Strangers.seeded(port);
    Handshakes sybil =
        new Handshakes(
            network.now(), PeerKeys.draw(random), endpoint, 1, "swarm", network::send, random);
    sybil.close(Strangers.address(1), bytes("one more"));
    network.settle();
    for (Strangers.Packet packet : network.carried()) {
      if (packet.to().equals(endpoint)) {
        sybil.onPacket(network.now(), packet.from(), packet.bytes(), packet.bytes().length);
      }
    }
    network.settle();
  }
}
