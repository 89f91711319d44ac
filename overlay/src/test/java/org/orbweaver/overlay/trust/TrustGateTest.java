package org.orbweaver.overlay.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.lab.LabSignatures;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.Period;
import org.orbweaver.trust.Reckoning;

class TrustGateTest {
  private static final Period NOW = new Period(20_000);

  @Test
  void forWhoHasNoStandingFewCapturesOrFewMegabytesAreKeptInAPeriod() {
    TrustGate gate =
        new TrustGate(
            new PeerNotary(new LabSignatures(1)), new TrustSettings(1, Set.of(), Set.of(Key.MAX)));
    gate.follow(new Reckoning(List.of(), NOW, Checking.ADAPTIVE));
    for (int i = 0; i < 199; i++) {
      gate.captured(NOW, Key.MAX, 1000);
    }
    assertThat(gate.isFull(NOW, Key.MAX)).isFalse();
    gate.captured(NOW, Key.MAX, 1000);
    assertThat(gate.isFull(NOW, Key.MAX)).isTrue();
    Period next = NOW.plus(1);
    assertThat(gate.isFull(next, Key.MAX)).isFalse();
    for (int i = 0; i < 15; i++) {
      gate.captured(next, Key.MAX, 1 << 20);
    }
    assertThat(gate.isFull(next, Key.MAX)).isFalse();
    gate.captured(next, Key.MAX, 1 << 20);
    assertThat(gate.isFull(next, Key.MAX)).as("sixteen megabytes in as many captures").isTrue();
    assertThat(gate.isFull(next, Key.ZERO)).as("nothing is against that one").isFalse();
  }
}
