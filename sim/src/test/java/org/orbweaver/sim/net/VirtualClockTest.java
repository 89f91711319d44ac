package org.orbweaver.sim.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VirtualClockTest {
  private record Planned(long time, int turn) {}

  @Test
  void eventsFireInOrderOfTimeAndThenOfScheduling() {
    Random random = new Random(11);
    VirtualClock clock = new VirtualClock(0);
    List<Planned> planned = new ArrayList<>();
    List<Planned> fired = new ArrayList<>();
    for (int turn = 0; turn < 20_000; turn++) {
      Planned plan = new Planned(random.nextInt(5_000), turn);
      planned.add(plan);
      clock.at(plan.time(), now -> fired.add(plan));
    }
    clock.runUntil(5_000);
    planned.sort(Comparator.comparingLong(Planned::time).thenComparingInt(Planned::turn));
    assertThat(fired).isEqualTo(planned);
  }

  @Test
  void eventsMayScheduleEventsAndTimeNeverRunsBackwards() {
    VirtualClock clock = new VirtualClock(100);
    List<Long> times = new ArrayList<>();
    clock.at(
        200,
        now -> {
          times.add(now);
          clock.at(50, later -> times.add(later)); // long past: happens next, at 200
          clock.at(300, later -> times.add(later));
        });
    clock.runUntil(250);
    assertThat(times).containsExactly(200L, 200L);
    assertThat(clock.now()).isEqualTo(250);
    assertThat(clock.step()).isTrue();
    assertThat(clock.step()).isFalse();
    assertThat(times).containsExactly(200L, 200L, 300L);
  }
}
