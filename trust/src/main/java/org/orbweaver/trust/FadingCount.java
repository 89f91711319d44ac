package org.orbweaver.trust;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What was counted in each period, of which only the last {@link Period#TESTIMONY_LASTS} matter.
 * The sum is kept, because it is asked for far more often than anything is added.
 */
final class FadingCount {
  private final NavigableMap<Integer, Integer> byPeriod = new TreeMap<>();

  /** The first period that is in the sum. */
  private int first = Integer.MIN_VALUE;

  private int sum;

  void add(Period period, int count) {
    byPeriod.merge(period.number(), count, Integer::sum);
    sum += period.number() >= first ? count : 0;
  }

  /** Of the periods that matter now, and what may be later. */
  int sum(Period now) {
    int from = now.number() + 1 - Period.TESTIMONY_LASTS;
    if (from != first) {
      int change = 0;
      int low = Math.min(from, first);
      int high = Math.max(from, first);
      for (int each : byPeriod.subMap(low, true, high, false).values()) {
        change += each;
      }
      sum += from < first ? change : -change;
      first = from;
    }
    return sum;
  }
}
