package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;

class HandoverTest {
  private static final long LATER = 10 * Handover.GRACE;
  private final Peer self = peer(1);
  private final Peer other = peer(2);

  @Test
  void whatAnotherGuardedUntilNowWaits() {
    Handover handover = new Handover(self.address(), 0);
    MembershipView both = MembershipView.of(List.of(self, other));
    handover.changed(LATER, key -> both.closest(key, 1));
    List<Key> keys = IntStream.range(0, 64).mapToObj(i -> new Key((long) i << 58, 0, 0)).toList();
    for (Key key : keys) {
      boolean mine = both.closest(key, 1).getFirst().equals(self);
      long from = handover.from(LATER, key);
      assertThat(from <= LATER).isEqualTo(mine);
      assertThat(from).isLessThanOrEqualTo(LATER + Handover.GRACE);
    }
    assertThat(keys).anyMatch(key -> handover.from(LATER, key) > LATER);
  }

  @Test
  void oneThatHasJustStartedWaitsWithAll() {
    Handover handover = new Handover(self.address(), LATER);
    MembershipView alone = MembershipView.of(List.of(self));
    handover.changed(LATER, key -> alone.closest(key, 1));
    assertThat(handover.from(LATER, Key.ZERO)).isEqualTo(LATER + Handover.GRACE);
  }

  @Test
  void theFirstOfASwarmWaitsForNobody() {
    Handover handover = new Handover(self.address(), LATER);
    handover.first();
    handover.changed(LATER, null);
    assertThat(handover.from(LATER, Key.ZERO)).isLessThanOrEqualTo(LATER);
  }

  private static Peer peer(int number) {
    return new Peer(Endpoint.v4(number, 7000), 16, 1, 1, Credentials.NONE);
  }
}
