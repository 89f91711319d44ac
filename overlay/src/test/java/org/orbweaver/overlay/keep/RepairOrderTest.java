package org.orbweaver.overlay.keep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepairOrderTest {
  private static final long SECOND = 1_000_000_000L;

  private final RepairOrder<String> order = new RepairOrder<>();

  @Test
  void whatTheFewestHaveIsFirst() {
    order.add("c", 2);
    order.add("a", 2);
    order.add("b", 1);
    assertThat(order).containsExactly("b", "a", "c");
    assertThat(order.first()).isEqualTo("b");
  }

  @Test
  void whatHasLostAnotherCopyMovesForward() {
    order.add("a", 2);
    order.add("b", 2);
    order.add("b", 1);
    assertThat(order).containsExactly("b", "a");
    order.remove("b");
    assertThat(order).containsExactly("a");
    assertThat(order.contains("b")).isFalse();
    assertThat(order.size()).isEqualTo(1);
  }

  @Test
  void aTransferBeginsWhenTheOneBeforeIsPaidFor() {
    RepairRate rate = new RepairRate(1_000);
    assertThat(rate.isFree(0)).isTrue();
    assertThat(rate.spend(0, 5_000)).isEqualTo(5 * SECOND);
    assertThat(rate.isFree(4 * SECOND)).isFalse();
    assertThat(rate.isFree(5 * SECOND)).isTrue();
    assertThat(rate.freeAt()).isEqualTo(5 * SECOND);
  }

  @Test
  void withoutALimitNothingWaits() {
    RepairRate rate = new RepairRate(0);
    rate.spend(0, 1L << 40);
    assertThat(rate.isFree(0)).isTrue();
  }
}
