package org.orbweaver.udp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.udp.linux.Errno;
import org.orbweaver.udp.linux.MessageBatch;

/**
 * The loopback interface never refuses a datagram for want of room, so a scripted kernel stands
 * here for one that does.
 */
class SendQueueTest {
  private static final int CAPACITY = 10;
  private static final Endpoint TO = Endpoint.parse("127.0.0.1:6881");

  private final Arena arena = Arena.ofConfined();
  private final MessageBatch ring = new MessageBatch(arena, CAPACITY, 100);
  private final LoopCounters counters = new LoopCounters();
  private final SendQueue queue = new SendQueue(ring, counters);

  @AfterEach
  void free() {
    arena.close();
  }

  private int slot(long pointer) {
    return (int) ((pointer - ring.pointer(0)) / (ring.pointer(1) - ring.pointer(0)));
  }

  @Test
  void keepsEverythingWhileTheKernelIsFull() {
    for (int i = 0; i < CAPACITY; i++) {
      assertThat(queue.isFull()).isFalse();
      queue.add(TO, new byte[100], i);
      assertThat(queue.flush((messages, count) -> -Errno.EAGAIN)).isFalse();
    }
    assertThat(queue.isFull()).isTrue();
    assertThat(queue.flush((messages, count) -> count)).isTrue();
    assertThat(queue.isFull()).isFalse();
    assertThat(counters.snapshot().packetsSent()).isEqualTo(CAPACITY);
  }

  @Test
  void dropsOnlyTheDatagramTheKernelRefuses() {
    for (int i = 0; i < 5; i++) {
      queue.add(TO, new byte[100], i);
    }
    List<Integer> sent = new ArrayList<>();
    boolean empty =
        queue.flush(
            (messages, count) -> {
              int first = slot(messages);
              if (first == 2) {
                return -Errno.EPERM;
              }
              // As sendmmsg does: stops before the bad one, which the next call then meets first.
              int until = first < 2 ? 2 : first + count;
              for (int i = first; i < until; i++) {
                sent.add(i);
              }
              return until - first;
            });
    assertThat(empty).isTrue();
    assertThat(sent).containsExactly(0, 1, 3, 4);
    assertThat(counters.snapshot().sendErrors()).isEqualTo(1);
    assertThat(counters.snapshot().packetsSent()).isEqualTo(4);
  }

  @Test
  void sendsInOrderWhateverTheKernelTakes() {
    long seed = 1;
    Random random = new Random(seed);
    List<Integer> added = new ArrayList<>();
    List<Integer> sent = new ArrayList<>();
    int[] tagOfSlot = new int[CAPACITY];
    for (int tag = 0; tag < 100_000; tag++) {
      if (!queue.isFull()) {
        tagOfSlot[queue.add(TO, new byte[100], 1)] = tag;
        added.add(tag);
      }
      if (random.nextInt(3) == 0) {
        queue.flush(
            (messages, count) -> {
              int taken = random.nextInt(count + 1);
              for (int i = 0; i < taken; i++) {
                sent.add(tagOfSlot[slot(messages) + i]);
              }
              return taken == 0 ? (random.nextBoolean() ? -Errno.EAGAIN : -Errno.EINTR) : taken;
            });
      }
    }
    assertThat(sent).as("seed %d", seed).hasSizeGreaterThan(1_000);
    assertThat(added.subList(0, sent.size())).isEqualTo(sent);
  }
}
