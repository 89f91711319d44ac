package org.orbweaver.indexer.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class SelectiveFilterTest {
  private static final long STEP = Duration.ofMillis(100).toNanos();

  private final Random random = new Random(1);
  private final SelectiveFilter filter = new SelectiveFilter(4, 64);

  @Test
  void aRepeatIsHeldBackUntilItIsForgotten() {
    Key hash = Key.random(random);
    assertThat(filter.passes(hash)).isTrue();
    assertThat(filter.passes(hash)).isFalse();
    filter.forget(hash);
    assertThat(filter.passes(hash)).isTrue();
    assertThat(filter.metrics().hitRate()).isBetween(0.33, 0.34);
  }

  @Test
  void growsWhenTheQueueOverflowsAndShrinksWhenItIsEmpty() {
    for (int i = 0; i < 40; i++) {
      filter.overflow(i * STEP);
    }
    assertThat(filter.metrics().size()).isEqualTo(64);
    for (int i = 40; i < 200; i++) {
      filter.underflow(i * STEP);
    }
    assertThat(filter.metrics().size()).isEqualTo(4);
  }

  @Test
  void takesOneStepAtATime() {
    filter.overflow(0);
    filter.overflow(1);
    filter.underflow(2);
    assertThat(filter.metrics().size()).isEqualTo(5);
  }

  @Test
  void whitelistGrowsOnlyWhileItIsFull() {
    Whitelist list = new Whitelist(1_000);
    list.underflow(0);
    assertThat(list.size()).isZero();
    for (int i = 0; i < 2_000; i++) {
      list.add(Key.random(random));
      list.underflow(i * STEP);
    }
    assertThat(list.size()).isEqualTo(1_000);
    list.overflow(2_000 * STEP);
    assertThat(list.size()).isEqualTo(938);
  }

  @Test
  void whitelistKnowsOnlyWhatFailed() {
    Whitelist list = new Whitelist(10);
    Key failed = Key.random(random);
    assertThat(list.contains(failed)).isFalse();
    assertThat(list.contains(failed)).isFalse();
    list.add(failed);
    assertThat(list.contains(failed)).isTrue();
    list.remove(failed);
    assertThat(list.contains(failed)).isFalse();
  }
}
