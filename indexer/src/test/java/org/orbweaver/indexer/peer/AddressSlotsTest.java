package org.orbweaver.indexer.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.orbweaver.kademlia.Endpoint;

@Timeout(60)
class AddressSlotsTest {
  private final AddressSlots slots = new AddressSlots(6, 2);

  private static Endpoint peer(int address, int port) {
    return Endpoint.v4(0x0A00_0000 + address, port);
  }

  @Test
  void oneAddressHasFewSlotsWhateverItsPorts() {
    assertThat(slots.tryEnter(peer(1, 1))).isTrue();
    assertThat(slots.tryEnter(peer(1, 2))).isTrue();
    assertThat(slots.tryEnter(peer(1, 3))).isFalse();
    assertThat(slots.tryEnter(peer(2, 3))).isTrue();
    slots.leave(peer(1, 1));
    assertThat(slots.tryEnter(peer(1, 3))).isTrue();
  }

  @Test
  void allAddressesShareTheTotal() {
    for (int address = 0; address < 6; address++) {
      assertThat(slots.tryEnter(peer(address, 1))).isTrue();
    }
    assertThat(slots.tryEnter(peer(7, 1))).isFalse();
    slots.leave(peer(3, 1));
    assertThat(slots.tryEnter(peer(7, 1))).isTrue();
  }

  @Test
  void boundsHoldAmongManyThreadsAndNothingIsLeftBehind() {
    long seed = 8;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger worst = new AtomicInteger();
    AtomicIntegerArray perAddress = new AtomicIntegerArray(4);
    AtomicInteger worstOfOne = new AtomicInteger();
    Phaser threads = new Phaser(1);
    for (int i = 0; i < 50; i++) {
      Random random = new Random(seed + i);
      threads.register();
      Thread.ofVirtual()
          .start(
              () -> {
                for (int round = 0; round < 100; round++) {
                  int address = random.nextInt(4);
                  try {
                    slots.enter(peer(address, round));
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  worst.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  worstOfOne.accumulateAndGet(perAddress.incrementAndGet(address), Math::max);
                  LockSupport.parkNanos(1_000);
                  perAddress.decrementAndGet(address);
                  inside.decrementAndGet();
                  slots.leave(peer(address, round));
                }
                threads.arriveAndDeregister();
              });
    }
    threads.arriveAndAwaitAdvance();

    assertThat(worst.get()).as("seed %d", seed).isLessThanOrEqualTo(6);
    assertThat(worstOfOne.get()).isLessThanOrEqualTo(2);
    assertThat(slots.addresses()).isZero();
  }

  @Test
  void whoIsInterruptedWhileWaitingLeavesNoTrace() {
    assertThat(slots.tryEnter(peer(1, 1))).isTrue();
    assertThat(slots.tryEnter(peer(1, 2))).isTrue();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> slots.enter(peer(1, 3))).isInstanceOf(InterruptedException.class);
    slots.leave(peer(1, 1));
    slots.leave(peer(1, 2));

    assertThat(slots.addresses()).isZero();
  }
}
