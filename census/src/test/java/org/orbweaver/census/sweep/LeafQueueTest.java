package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeafQueueTest {
  private final LeafQueue queue = new LeafQueue(8);

  @Test
  void thatWhichPromisesMostComesFirst() {
    queue.add(1, LeafQueue.level(0.5));
    queue.add(2, LeafQueue.level(5));
    queue.add(3, LeafQueue.level(0.5));
    queue.add(4, LeafQueue.level(0.01));

    assertThat(new int[] {queue.remove(), queue.remove(), queue.remove(), queue.remove()})
        .containsExactly(2, 1, 3, 4);
    assertThat(queue.topLevel()).isEqualTo(LeafQueue.NONE);
  }

  @Test
  void aLeafWaitsOnlyOnce() {
    queue.add(1, 10);
    queue.add(1, 20);
    assertThat(queue.topLevel()).isEqualTo(10);
    queue.remove();
    assertThat(queue.contains(1)).isFalse();
  }

  @Test
  void noPromiseIsNoLevel() {
    assertThat(LeafQueue.level(0)).isEqualTo(LeafQueue.NONE);
    assertThat(LeafQueue.level(-1)).isEqualTo(LeafQueue.NONE);
    assertThat(LeafQueue.level(100)).isEqualTo(255);
  }
}
