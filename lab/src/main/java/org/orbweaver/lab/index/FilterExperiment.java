package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.orbweaver.indexer.filter.SelectiveFilter;
import org.orbweaver.kademlia.Key;

/**
 * Twenty times more hashes come in than the store takes, yet at most half as many different ones:
 * the rest are repeats of popular torrents (indexer paper §3.6). How many of the hashes that come
 * once or twice get through a full queue, with the ARC+Blue filter in front of it and with random
 * dropping?
 *
 * <p>Half of the different hashes come once or twice, the others share all repeats by a Zipf law.
 * All start unknown and come in random order, so the filter gets no time to warm up before it
 * counts.
 */
public final class FilterExperiment {
  private static final double OVERLOAD = 20;
  private static final double DISTINCT_SHARE = 0.5;
  private static final double ZIPF = 1.0;
  private static final int QUEUE = 1_000;
  private static final Duration TURN = Duration.ofMillis(10);

  /**
   * What came of it.
   *
   * @param incoming hashes, repeats included
   * @param rare hashes that came once or twice
   */
  public record Report(
      double storePerSecond,
      double incomingPerSecond,
      int seconds,
      long seed,
      int incoming,
      int distinct,
      int rare,
      List<Row> rows) {
    public Report {
      rows = List.copyOf(rows);
    }
  }

  /**
   * One way of dropping.
   *
   * @param rareThrough the share of the rare hashes that reached the store
   * @param allThrough the share of all different hashes that did
   * @param overflowed hashes that found the queue full
   * @param storeBusy the share of its time in which the store had something to do
   * @param hitRate of the filter
   * @param filterSize at the end
   */
  public record Row(
      String dropping,
      double rareThrough,
      double allThrough,
      int stored,
      long overflowed,
      double storeBusy,
      double hitRate,
      int filterSize) {}

  private final int storePerSecond;
  private final int seconds;
  private final long seed;
  private final int[] arrivals;
  private final int distinct;
  private final Key[] keys;
  private final int[] times;

  public FilterExperiment(int storePerSecond, int seconds, long seed) {
    this.storePerSecond = storePerSecond;
    this.seconds = seconds;
    this.seed = seed;
    Random random = new Random(seed);
    distinct = (int) (storePerSecond * seconds * DISTINCT_SHARE);
    keys = new Key[distinct];
    for (int i = 0; i < distinct; i++) {
      keys[i] = Key.random(random);
    }
    arrivals = arrivals(random);
    times = new int[distinct];
    for (int hash : arrivals) {
      times[hash]++;
    }
  }

  /** Hash numbers in the order in which they come; the popular ones have the low numbers. */
  private int[] arrivals(Random random) {
    int popular = distinct / 2;
    int[] all = new int[(int) (OVERLOAD * storePerSecond * seconds)];
    int filled = 0;
    for (int rare = popular; rare < distinct; rare++) {
      for (int again = random.nextInt(2); again >= 0; again--) {
        all[filled++] = rare;
      }
    }
    // Inverse of the Zipf law's continuous twin: popularity falls as 1/rank.
    while (filled < all.length) {
      double rank = Math.exp(random.nextDouble() * Math.log(popular + 1.0) * ZIPF);
      all[filled++] = Math.min(popular, (int) rank) - 1;
    }
    for (int i = all.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int hash = all[i];
      all[i] = all[j];
      all[j] = hash;
    }
    return all;
  }

  public Report run() {
    SelectiveFilter filter = new SelectiveFilter();
    List<Row> rows = new ArrayList<>();
    rows.add(new Passage().withFilter(filter));
    rows.add(new Passage().atRandom());
    return new Report(
        storePerSecond,
        OVERLOAD * storePerSecond,
        seconds,
        seed,
        arrivals.length,
        (int) count(hash -> times[hash] > 0),
        (int) count(this::isRare),
        rows);
  }

  private boolean isRare(int hash) {
    return times[hash] == 1 || times[hash] == 2;
  }

  private long count(IntPredicate which) {
    int count = 0;
    for (int hash = 0; hash < distinct; hash++) {
      count += which.test(hash) ? 1 : 0;
    }
    return count;
  }

  /** All arrivals on their way through one queue to the store, a turn at a time. */
  private final class Passage {
    private final Deque<Integer> queue = new ArrayDeque<>();
    private final BitSet stored = new BitSet(distinct);
    private final double turnsPerSecond = (double) Duration.ofSeconds(1).toNanos() / TURN.toNanos();
    private long overflowed;
    private int taken;
    private long idleTurns;
    private long turns;

    Row withFilter(SelectiveFilter filter) {
      turns(
          (now, hash) -> {
            if (filter.passes(keys[hash]) && !offer(hash)) {
              filter.forget(keys[hash]);
              filter.overflow(now);
            }
          },
          filter::underflow);
      return row("ARC+Blue", filter.metrics());
    }

    /** Every arrival has the same chance of being the one that a freed place goes to. */
    Row atRandom() {
      Random random = new Random(seed);
      turns(
          (now, hash) -> {
            if (random.nextDouble() < 1 / OVERLOAD) {
              offer(hash);
            } else {
              overflowed++;
            }
          },
          now -> {});
      return row("random", new SelectiveFilter().metrics());
    }

    private boolean offer(int hash) {
      if (queue.size() == QUEUE) {
        overflowed++;
        return false;
      }
      return queue.add(hash);
    }

    private void turns(Arrival arrival, Idle idle) {
      double perTurn = OVERLOAD * storePerSecond / turnsPerSecond;
      double takes = 0;
      int next = 0;
      while (next < arrivals.length || !queue.isEmpty()) {
        long now = turns++ * TURN.toNanos();
        for (int end = (int) Math.min(arrivals.length, turns * perTurn); next < end; next++) {
          arrival.at(now, arrivals[next]);
        }
        takes += storePerSecond / turnsPerSecond;
        if (queue.isEmpty()) {
          idleTurns++;
          idle.at(now);
        }
        for (; takes >= 1; takes--) {
          Integer hash = queue.poll();
          if (hash != null) {
            stored.set(hash);
            taken++;
          }
        }
      }
    }

    private Row row(String name, SelectiveFilter.Metrics metrics) {
      return new Row(
          name,
          (double) count(hash -> isRare(hash) && stored.get(hash)) / count(hash -> isRare(hash)),
          (double) stored.cardinality() / count(hash -> times[hash] > 0),
          taken,
          overflowed,
          1 - (double) idleTurns / turns,
          metrics.hitRate(),
          metrics.size());
    }
  }

  @FunctionalInterface
  private interface Arrival {
    void at(long now, int hash);
  }

  @FunctionalInterface
  private interface Idle {
    void at(long now);
  }
}
