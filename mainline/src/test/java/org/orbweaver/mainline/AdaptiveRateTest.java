package org.orbweaver.mainline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

/** How fast we ask follows who answers. */
class AdaptiveRateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AdaptiveRate rate = new AdaptiveRate(0, 2_000);
  private long now;

  private static Endpoint node(int number) {
    return Endpoint.v4(0x51000000 + number, 6881);
  }

  /** So many known nodes are asked every second, of whom some do not answer any more. */
  private void live(int seconds, double lost) {
    for (int i = 0; i < seconds; i++) {
      for (int n = 0; n < 100; n++) {
        rate.answered(node(n));
        if (n < 100 * lost) {
          rate.silent(node(n));
        } else {
          rate.answered(node(n));
        }
      }
      now += SECOND;
      rate.onTick(now);
    }
  }

  @Test
  void itGrowsToWhatIsAllowedWhileAnswersCome() {
    assertThat(rate.perSecond()).isEqualTo(500);
    live(30, 0.02);
    assertThat(rate.perSecond()).isEqualTo(2_000);
  }

  @Test
  void itShrinksWhenKnownNodesFallSilentAndGrowsAgain() {
    live(30, 0);
    live(60, 0.8);
    assertThat(rate.perSecond()).isBetween(100, 600);
    assertThat(rate.isLosing()).isTrue();
    live(60, 0);
    assertThat(rate.isLosing()).isFalse();
    assertThat(rate.perSecond()).isEqualTo(2_000);
  }

  @Test
  void theDeadSayNothingAboutTheNetwork() {
    live(30, 0);
    for (int i = 0; i < 60; i++) {
      for (int n = 1_000; n < 3_000; n++) {
        rate.silent(node(n));
      }
      live(1, 0);
    }
    assertThat(rate.isLosing()).isFalse();
    assertThat(rate.perSecond()).isEqualTo(2_000);
  }
}
