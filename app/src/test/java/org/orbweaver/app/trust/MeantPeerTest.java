package org.orbweaver.app.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.trust.TrustView;
import org.orbweaver.trust.AuditRecord;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;
import org.orbweaver.trust.Standing;

class MeantPeerTest {
  private static final Key ONE = Key.parse("8f3a12" + "0".repeat(34));
  private static final Key OTHER = Key.parse("8f3b12" + "0".repeat(34));

  private static final TrustView VIEW =
      new TrustView(
          ONE,
          new Period(1),
          0,
          8,
          200,
          1 << 20,
          true,
          List.of(known(ONE, "10.0.0.7:7000"), known(OTHER, null)),
          List.of(),
          List.of(),
          List.of(),
          0,
          0,
          new Reckoning.Fetches(0, 0, 0),
          0,
          0);

  private static TrustView.PeerStanding known(Key name, @Nullable String address) {
    return new TrustView.PeerStanding(
        name,
        address == null ? null : Endpoint.parse(address),
        1,
        new Standing.Member(1),
        false,
        false,
        false,
        100,
        0,
        false,
        false,
        null,
        new AuditRecord().of(name),
        null);
  }

  @Test
  void aPeerIsMeantByTheBeginningOfItsNameOrItsAddress() {
    assertThat(MeantPeer.in(VIEW, "8f3a")).isEqualTo(ONE);
    assertThat(MeantPeer.in(VIEW, "8F3B12…")).isEqualTo(OTHER);
    assertThat(MeantPeer.in(VIEW, "10.0.0.7:7000")).isEqualTo(ONE);
    assertThat(MeantPeer.in(VIEW, Key.MAX.toString())).as("a stranger").isEqualTo(Key.MAX);
  }

  @Test
  void whoIsNotKnownOrNotClearIsSaidSo() {
    assertThatThrownBy(() -> MeantPeer.in(VIEW, "8f3"))
        .hasMessage("2 peers' names begin with 8f3: type more of it");
    for (String wrong : List.of("77", "10.0.0.8:7000", "somebody", "")) {
      assertThatThrownBy(() -> MeantPeer.in(VIEW, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("nobody known here");
    }
  }
}
