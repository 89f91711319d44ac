package org.orbweaver.overlay.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.node.TaskQueue.Waiting;
import org.orbweaver.overlay.task.Runner;
import org.orbweaver.wire.PacketHandler;

class TaskQueueTest {
  private final TaskQueue queue = new TaskQueue();
  private long arrivals;

  @Test
  void shallowTasksComeFirstThenTheOrderOfTheirComing() {
    add(2, Runner.NO_LANE);
    add(1, "a");
    add(1, "b");
    add(0, Runner.NO_LANE);
    assertThat(drained()).containsExactly(3L, 1L, 2L, 0L);
  }

  @Test
  void aLaneHasOneTaskInWorkAtATime() {
    add(0, "a");
    add(0, "a");
    add(1, "b");
    assertThat(drained()).containsExactly(0L, 2L);
    queue.free("b");
    assertThat(drained()).isEmpty();
    queue.free("a");
    assertThat(drained()).containsExactly(1L);
  }

  @Test
  void aHeldLaneWaitsAsAWhole() {
    add(0, "a");
    add(0, "a");
    queue.poll();
    queue.hold("a", 100);
    assertThat(queue.release(99)).isEqualTo(100);
    assertThat(drained()).isEmpty();
    assertThat(queue.release(100)).isEqualTo(PacketHandler.NEVER);
    assertThat(drained()).containsExactly(1L);
  }

  @Test
  void whatSomebodyElseRunsIsTakenOutOfALaneInUseWhichStaysClosed() {
    add(0, "a");
    add(1, "a");
    add(2, "a");
    add(3, "b");
    assertThat(queue.poll()).extracting(Waiting::arrival).isEqualTo(0L);
    assertThat(queue.takeOut(it -> it.lane().equals("a")))
        .extracting(Waiting::arrival)
        .isEqualTo(1L);
    assertThat(queue.takeOut(it -> it.depth() == 2)).extracting(Waiting::arrival).isEqualTo(2L);
    assertThat(queue.takeOut(it -> it.lane().equals("a"))).isNull();
    assertThat(queue.size()).isEqualTo(1);
    assertThat(drained()).containsExactly(3L);
    add(0, "a");
    assertThat(drained()).isEmpty();
    queue.free("a");
    assertThat(drained()).containsExactly(4L);
  }

  @Test
  void whateverHappensAllComeOnceAndNoLaneTwice() {
    long seed = 20_261_116;
    SplittableRandom random = new SplittableRandom(seed);
    List<String> inWork = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (int step = 0; step < 20_000 || queue.size() + inWork.size() > 0; step++) {
      if (step < 20_000 && random.nextInt(3) == 0) {
        add(random.nextInt(5), "host" + random.nextInt(20));
      }
      Waiting next = random.nextInt(3) == 0 ? queue.poll() : null;
      if (next != null) {
        assertThat(inWork).as("seed %d", seed).doesNotContain(next.lane());
        assertThat(seen.add(next.arrival())).isTrue();
        inWork.add(next.lane());
      }
      Waiting lent = random.nextInt(20) == 0 ? queue.takeOut(it -> random.nextBoolean()) : null;
      if (lent != null) {
        assertThat(seen.add(lent.arrival())).isTrue();
      }
      if (!inWork.isEmpty() && random.nextInt(2) == 0) {
        String lane = inWork.remove(random.nextInt(inWork.size()));
        if (random.nextBoolean()) {
          queue.free(lane);
        } else {
          queue.hold(lane, step); // until the next release
          queue.release(step);
        }
      }
    }
    assertThat(seen).as("seed %d", seed).hasSize((int) arrivals);
  }

  private void add(int depth, String lane) {
    queue.add(new Waiting(0, depth, arrivals, new EntryId(Key.ZERO, arrivals), lane));
    arrivals++;
  }

  private List<Long> drained() {
    List<Long> order = new ArrayList<>();
    for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
      order.add(next.arrival());
    }
    return order;
  }
}
