package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

class PeerMemoryTest {
  private static final Endpoint ONE = Endpoint.parse("192.0.2.1:1");
  private static final Endpoint OTHER = Endpoint.parse("192.0.2.2:2");
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final PeerMemory memory = new PeerMemory();

  @Test
  void liarIsAskedAboutOtherTorrentsLast() {
    memory.note(0, ONE, Key.ZERO, PeerFailure.LIED);

    assertThat(memory.shuns(MINUTE, ONE, Key.ZERO)).isTrue();
    assertThat(memory.shuns(MINUTE, ONE, Key.MAX)).isFalse();
    assertThat(memory.inOrder(MINUTE, List.of(ONE, OTHER))).containsExactly(OTHER, ONE);
    assertThat(memory.inOrder(400 * MINUTE, List.of(ONE, OTHER))).containsExactly(ONE, OTHER);
  }

  @Test
  void unreachablePeerIsLeftAloneForAWhile() {
    memory.note(0, ONE, Key.ZERO, PeerFailure.UNREACHABLE);

    assertThat(memory.shuns(MINUTE, ONE, Key.MAX)).isTrue();
    assertThat(memory.shuns(6 * MINUTE, ONE, Key.MAX)).isFalse();
  }

  @Test
  void bystandersOfAFailureAreNotBlamed() {
    memory.note(0, ONE, Key.ZERO, PeerFailure.CANCELLED);
    memory.note(0, OTHER, Key.ZERO, PeerFailure.TOO_SLOW);

    assertThat(memory.shuns(0, ONE, Key.ZERO) || memory.shuns(0, OTHER, Key.ZERO)).isFalse();
  }
}
