package org.orbweaver.overlay.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class MembershipViewTest {
  private static List<Peer> peers(int count, int virtualNodes) {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(new Peer(Endpoint.v4(0x0A000001 + i, 7000), virtualNodes, 1, 1, Credentials.NONE));
    }
    return peers;
  }

  @Test
  void theClosestPeersAreThoseOfTheClosestIds() {
    List<Peer> peers = peers(20, 7);
    MembershipView view = MembershipView.of(peers);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2000; i++) {
      Key key = Key.random(random);
      Comparator<Peer> byDistance =
          Comparator.comparing(
              peer -> {
                Key best = peer.id(0);
                for (int index = 1; index < peer.virtualNodes(); index++) {
                  best = key.compareDistance(peer.id(index), best) < 0 ? peer.id(index) : best;
                }
                return key.distance(best);
              });
      assertThat(view.closest(key, 3))
          .isEqualTo(peers.stream().sorted(byDistance).limit(3).toList());
    }
  }

  @Test
  void aSmallSwarmHasFewerHolders() {
    assertThat(MembershipView.of(peers(2, 3)).closest(Key.ZERO, 3)).hasSize(2);
    assertThat(MembershipView.EMPTY.closest(Key.ZERO, 3)).isEmpty();
  }

  @Test
  void whoOwnsNothingIsNotOnTheRing() {
    assertThat(MembershipView.of(peers(5, 0)).closest(Key.ZERO, 3)).isEmpty();
  }

  @Test
  void sharesAddUpAndAreNearlyEvenWithManyVirtualNodes() {
    List<Peer> peers = peers(100, 256);
    MembershipView view = MembershipView.of(peers);
    double[] shares = peers.stream().map(Peer::address).mapToDouble(view::share).toArray();
    double sum = 0;
    double most = 0;
    for (double share : shares) {
      sum += share;
      most = Math.max(most, share);
    }
    assertThat(sum).isBetween(0.999999, 1.000001);
    assertThat(most * 100).isLessThan(1.3);
  }
}
