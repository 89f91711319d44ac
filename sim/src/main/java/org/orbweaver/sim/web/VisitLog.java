package org.orbweaver.sim.web;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;

/** Counts visits to the addresses a perfect crawl makes, and gathers all others. */
public final class VisitLog implements Consumer<String> {
  private static final String ROBOTS = "/robots.txt";

  private final Map<String, Integer> numbers;
  private final AtomicIntegerArray counts;
  private final Map<String, Integer> strays = new ConcurrentHashMap<>();

  public VisitLog(Set<String> expected) {
    numbers = HashMap.newHashMap(expected.size());
    expected.forEach(address -> numbers.put(address, numbers.size()));
    counts = new AtomicIntegerArray(numbers.size());
  }

  @Override
  public void accept(String address) {
    Integer number = numbers.get(address);
    if (number != null) {
      counts.incrementAndGet(number);
    } else if (!address.endsWith(ROBOTS)) {
      strays.merge(address, 1, Integer::sum);
    }
  }

  public int expected() {
    return numbers.size();
  }

  private long count(java.util.function.IntPredicate which) {
    long count = 0;
    for (int i = 0; i < counts.length(); i++) {
      count += which.test(counts.get(i)) ? 1 : 0;
    }
    return count;
  }

  public long once() {
    return count(visits -> visits == 1);
  }

  public long missed() {
    return count(visits -> visits == 0);
  }

  public long repeated() {
    return count(visits -> visits > 1);
  }

  public List<String> sampleMissed() {
    List<String> sample = new ArrayList<>();
    numbers.forEach(
        (address, number) -> {
          if (counts.get(number) == 0 && sample.size() < 10) {
            sample.add(address);
          }
        });
    return sample;
  }

  public long forbidden() {
    return strays.keySet().stream().filter(address -> address.contains("/private/")).count();
  }

  public long outOfScope() {
    return strays.size() - forbidden();
  }
}
