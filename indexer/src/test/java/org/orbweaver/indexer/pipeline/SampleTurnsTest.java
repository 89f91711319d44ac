package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

/** Who may be asked for a sample. */
class SampleTurnsTest {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private static Endpoint node(int number) {
    return Endpoint.v4(0x51000000 + number, 6881);
  }

  @Test
  void aNodeIsLeftAloneUntilItsIntervalIsOver() {
    SampleTurns turns = new SampleTurns();
    assertThat(turns.mayAsk(NOW, node(1))).isTrue();
    turns.rest(NOW, node(1), NOW + 6 * HOUR);
    assertThat(turns.mayAsk(NOW + 5 * HOUR, node(1))).isFalse();
    assertThat(turns.mayAsk(NOW + 5 * HOUR, node(1).withPort(6882))).isTrue();
    assertThat(turns.mayAsk(NOW + 6 * HOUR, node(1))).isTrue();
  }

  @Test
  void theNextRunRemembersWhatWasDrained() {
    SampleTurns turns = new SampleTurns();
    for (int i = 0; i < 50_000; i++) {
      turns.rest(NOW, node(i), NOW + (i % 2 == 0 ? 6 : 1) * HOUR);
    }
    SampleTurns next = new SampleTurns();
    next.recall(NOW + 2 * HOUR, turns.drain());
    assertThat(turns.drain()).isEmpty();
    assertThat(next.size()).isEqualTo(25_000);
    assertThat(next.mayAsk(NOW + 2 * HOUR, node(40_000))).isFalse();
    assertThat(next.mayAsk(NOW + 2 * HOUR, node(40_001))).isTrue();
  }

  @Test
  void whenItIsFullNobodyNewIsAskedUntilSomebodysTimeIsOver() {
    SampleTurns turns = new SampleTurns(1_000);
    for (int i = 0; i < 1_000; i++) {
      turns.rest(NOW, node(i), NOW + HOUR);
    }
    assertThat(turns.isFull(NOW)).isTrue();
    assertThat(turns.isFull(NOW + HOUR)).isFalse();
    assertThat(turns.size()).isZero();
  }
}
