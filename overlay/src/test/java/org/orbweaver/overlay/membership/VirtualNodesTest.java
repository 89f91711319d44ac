package org.orbweaver.overlay.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** A peer stands where its address puts it, and copies stand apart. */
class VirtualNodesTest {
  private static Peer peer(String address, int virtualNodes) {
    return new Peer(Endpoint.parse(address), virtualNodes, 1, 1, Credentials.NONE);
  }

  private static List<Peer> honest(int count) {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(peer("%d.%d.7.7:7000".formatted(20 + i / 200, 1 + i % 200), 256));
    }
    return peers;
  }

  @Test
  void thePortHasNoPartInIt() {
    assertThat(peer("8.8.8.8:1", 1).id(5)).isEqualTo(peer("8.8.8.8:2", 1).id(5));
    assertThat(peer("[2001:db8::1]:1", 1).id(5)).isEqualTo(peer("[2001:db8::2:3]:9", 1).id(5));
    assertThat(peer("8.8.8.8:1", 1).id(5)).isNotEqualTo(peer("8.8.8.9:1", 1).id(5));
  }

  /** 65,535 ports and 4,096 indices each used to be 28 bits of choice. */
  @Test
  void allPeersOfOneAddressTogetherHaveNoMoreThanOneAddressMay() {
    List<Peer> peers = honest(100);
    for (int port = 1; port <= 8; port++) {
      peers.add(peer("9.9.9.9:" + port, Peer.MOST_VIRTUAL_NODES));
    }
    MembershipView view = MembershipView.of(peers);
    double share = 0;
    for (int port = 1; port <= 8; port++) {
      share += view.share(Endpoint.parse("9.9.9.9:" + port));
    }
    assertThat(share).isLessThan(0.05); // 4 of 104 ordinary peers; it was 56 %
  }

  @Test
  void noNetworkHoldsTwoCopiesWhileThereAreOthers() {
    List<Peer> peers = honest(12);
    for (int host = 1; host < 250; host++) {
      peers.add(peer("9.9.9.%d:7000".formatted(host), 256));
      peers.add(peer("[2001:4860:1:%x::1]:7000".formatted(host), 256));
    }
    MembershipView view = MembershipView.of(peers);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000; i++) {
      Set<Long> networks = new HashSet<>();
      for (Peer each : view.closest(Key.random(random), 3)) {
        networks.add(Locality.PRIVATE_MACHINES.network(each.address()));
      }
      assertThat(networks).hasSize(3);
    }
  }

  @Test
  void whereThereIsOneNetworkOnlyTheClosestPeersDo() {
    List<Peer> peers = new ArrayList<>();
    for (int port = 1; port <= 5; port++) {
      peers.add(peer("127.0.0.1:" + port, 64));
    }
    MembershipView view = MembershipView.of(peers);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 200; i++) {
      assertThat(view.closest(Key.random(random), 3)).hasSize(3).doesNotHaveDuplicates();
    }
    List<Double> shares = peers.stream().map(each -> view.share(each.address())).toList();
    assertThat(shares).allMatch(share -> share > 0.05 && share < 0.5);
  }

  @Test
  void inALanTheSwarmSaysWhatANetworkIs() {
    Endpoint one = Endpoint.parse("192.168.1.5:7000");
    Endpoint other = Endpoint.parse("192.168.1.6:7000");
    assertThat(Locality.PRIVATE_MACHINES.network(one))
        .isNotEqualTo(Locality.PRIVATE_MACHINES.network(other));
    assertThat(Locality.PRIVATE_SUBNETS.network(one))
        .isEqualTo(Locality.PRIVATE_SUBNETS.network(other));
  }

  @Test
  void aNeighbourThatComesTakesOnlyItsShare() {
    List<Peer> before = List.of(peer("9.9.9.9:1", 256), peer("9.9.9.9:2", 256));
    List<Peer> after = new ArrayList<>(before);
    after.add(peer("9.9.9.9:3", 256));
    for (int index = 0; index < 512; index++) {
      Peer owner = VirtualNodes.owner(after, index);
      assertThat(owner).isIn(VirtualNodes.owner(before, index), after.getLast());
    }
  }
}
