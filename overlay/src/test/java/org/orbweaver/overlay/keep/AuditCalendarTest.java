package org.orbweaver.overlay.keep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AuditCalendarTest {
  private static final long PERIOD = Duration.ofDays(28).toNanos();
  private static final long NOW = Duration.ofDays(20_000).toNanos();

  private final AuditCalendar calendar = new AuditCalendar(PERIOD, period -> 7L * period);

  @Test
  void everyRangeIsDueOnceInAPeriod() {
    long first = calendar.slot(PERIOD * (calendar.period(NOW) + 1));
    Set<Integer> due = new HashSet<>();
    for (int i = 0; i < calendar.ranges(); i++) {
      due.add(calendar.range(first + i));
    }
    assertThat(due).hasSize(AuditCalendar.MOST_SLOTS);
  }

  @Test
  void theNextPeriodHasAnotherOrderAndSoHasAnotherPeer() {
    long first = calendar.slot(PERIOD * (calendar.period(NOW) + 1));
    AuditCalendar others = new AuditCalendar(PERIOD, period -> 11L * period + 1);
    int same = 0;
    int alike = 0;
    for (int i = 0; i < calendar.ranges(); i++) {
      int mine = calendar.range(first + i);
      alike += mine == others.range(first + i) ? 1 : 0;
      same += mine == calendar.range(first + i + calendar.ranges()) ? 1 : 0;
    }
    assertThat(same).isLessThan(10);
    assertThat(alike).isLessThan(10);
  }

  @Test
  void rangesCoverAllKeysWithoutGaps() {
    SplittableRandom random = new SplittableRandom(3);
    for (long seconds : new long[] {5, 40, 100, 256, 1_000}) {
      AuditCalendar some = new AuditCalendar(seconds * 1_000_000_000L, period -> 1);
      for (int range = 0; range < some.ranges(); range++) {
        assertThat(some.rangeOf(some.first(range))).isEqualTo(range);
        assertThat(range == 0 || some.rangeOf(some.first(range) - 1) == range - 1).isTrue();
      }
      assertThat(some.rangeOf(-1)).isEqualTo(some.ranges() - 1);
      assertThat(some.rangeOf(random.nextLong())).isBetween(0, some.ranges() - 1);
    }
  }

  @Test
  void eachHolderIsAskedByOneOtherAndByEverybodyInTurn() {
    for (int holders = 2; holders <= 6; holders++) {
      Set<Integer> askers = new HashSet<>();
      for (int period = 0; period < holders - 1; period++) {
        Set<Integer> asked = new HashSet<>();
        for (int mine = 0; mine < holders; mine++) {
          int other = AuditCalendar.asked(mine, holders, period);
          assertThat(other).isNotEqualTo(mine);
          asked.add(other);
          if (other == 0) {
            askers.add(mine);
          }
        }
        assertThat(asked).hasSize(holders);
      }
      assertThat(askers).hasSize(holders - 1);
    }
  }
}
