package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;

/** Who has a second chance to tell what it stores. */
class MissedNodesTest {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final long HOUR = Duration.ofHours(1).toNanos();
  private static final Endpoint NODE = Endpoint.v4(0x51000001, 6881);

  private final MissedNodes missed = new MissedNodes();

  @Test
  void whoDidNotAnswerIsAskedOnceMoreAfterAWhile() {
    assertThat(missed.mayAskAgain(NOW, NODE)).isFalse();
    missed.silent(NOW, NODE);
    assertThat(missed.mayAskAgain(NOW + HOUR / 10, NODE)).isFalse();
    assertThat(missed.mayAskAgain(NOW + HOUR, NODE)).isTrue();
  }

  @Test
  void thereIsNoThirdTime() {
    missed.silent(NOW, NODE);
    missed.askedAgain(NODE);
    missed.silent(NOW + HOUR, NODE);
    assertThat(missed.mayAskAgain(NOW + 9 * HOUR, NODE)).isFalse();
  }
}
