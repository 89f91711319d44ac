package org.orbweaver.sim.world;

/**
 * Every node's routing table, computed when asked by the rules that make the world a fair copy of
 * Mainline. With R the nodes that share exactly <i>m</i> bits with node <i>i</i>, and n their
 * number, bucket <i>m</i> of node <i>i</i> holds:
 *
 * <ul>
 *   <li>n ≤ 10: each live member of R with probability C, each dead one with C/4; of more than
 *       eight, the first eight in hashed order.
 *   <li>n &gt; 10: eight different ones drawn from R. A dead draw is kept with probability 1/4,
 *       else drawn again. For n &gt; 64 only nodes qualify whose age rank is at least 1 −
 *       (64/n)^0.075: long-lived nodes fill the large buckets, young ones are known only to their
 *       neighbours.
 * </ul>
 *
 * Every draw is a hash of the two nodes and the bucket, so a table stays the same until somebody in
 * it comes or goes. Not for several threads: each takes its own.
 */
public final class RoutingTables {
  public static final int BUCKET_SIZE = 8;

  /** The C of the calibrated world. */
  public static final double TABLE_SHARE = 0.85;

  private static final int SPARSE = 10;

  /**
   * How many draws a bucket is worth. Eight slots take 27 draws on average where it is hardest; in
   * a range of eleven with many dead there may be no eight to find.
   */
  private static final int MOST_DRAWS = 400;

  private final Population population;
  private final SortedKeys keys;
  private final Liveness liveness;
  private final TableHabits habits;
  private final long seed;
  private final int[] bucket = new int[SPARSE];
  private final long[] order = new long[SPARSE];
  private final int[] refused = new int[AgeThreshold.UNSELECTIVE];

  /**
   * @param tableShare the model's C, the share of its few neighbours that a node knows: 0.85 by
   *     default, an assumption that the calibration does not pin down
   */
  public RoutingTables(Population population, Liveness liveness, double tableShare) {
    this(population, liveness, TableHabits.alike(tableShare));
  }

  public RoutingTables(Population population, Liveness liveness, TableHabits habits) {
    this.population = population;
    this.keys = population.keys();
    this.liveness = liveness;
    this.habits = habits;
    this.seed = Mix.seedFor(population.options().seed(), "tables");
  }

  /**
   * What the node answers to find_node: the entries of its table that are closest to the target,
   * closest first, as many as {@code out} takes.
   *
   * <p>With x the XOR of target and node, the buckets come in the order of their distance: first
   * those at whose bit x is one, from the top down (the target's own bucket, then deeper ones),
   * then those at whose bit it is zero, from the deepest up.
   *
   * @param target the first 64 bits of the target: enough to tell 16 million nodes apart
   * @return how many were found
   */
  public int findNode(int node, long target, long now, int[] out) {
    long differing = target ^ keys.high(node);
    int deepest = keys.deepestShared(node);
    int found = 0;
    for (int depth = 0; depth <= deepest && found < out.length; depth++) {
      if (depth < 64 && differing << depth < 0) {
        found = addClosest(node, depth, target, now, out, found);
      }
    }
    for (int depth = deepest; depth >= 0 && found < out.length; depth--) {
      if (depth == 64 || differing << depth >= 0) {
        found = addClosest(node, depth, target, now, out, found);
      }
    }
    return found;
  }

  private int addClosest(int node, int depth, long target, long now, int[] out, int found) {
    int entries = fillBucket(node, depth, now);
    sortByDistance(bucket, entries, target);
    int taken = Math.min(entries, out.length - found);
    System.arraycopy(bucket, 0, out, found, taken);
    return found + taken;
  }

  /**
   * The entries of one bucket, in no order.
   *
   * @param out takes eight
   */
  public int bucket(int node, int depth, long now, int[] out) {
    int entries = fillBucket(node, depth, now);
    System.arraycopy(bucket, 0, out, 0, entries);
    return entries;
  }

  private int fillBucket(int node, int depth, long now) {
    long own = keys.high(node);
    if (depth == 64) {
      return fillFromTies(node, own);
    }
    long other = own ^ Long.MIN_VALUE >>> depth;
    int first = keys.first(other, depth + 1);
    int range = keys.end(other, depth + 1) - first;
    if (range == 0) {
      return 0;
    }
    long hash = Mix.hash(seed ^ own, depth);
    return range <= SPARSE
        ? fillSparse(first, range, hash, now)
        : fillByDraws(first, range, hash, now);
  }

  private int fillSparse(int first, int range, long hash, long now) {
    int entries = 0;
    for (int index = first; index < first + range; index++) {
      long chance = Mix.mix(hash ^ keys.high(index));
      double share = habits.share(keys.high(index));
      double known = liveness.live(index, now) ? share : share * habits.kept(keys.high(index));
      if (Mix.unit(chance) < known) {
        bucket[entries] = index;
        order[entries++] = Mix.mix(chance);
      }
    }
    while (entries > BUCKET_SIZE) {
      dropLastInOrder(--entries);
    }
    return entries;
  }

  private void dropLastInOrder(int last) {
    int latest = last;
    for (int i = 0; i < last; i++) {
      if (order[i] > order[latest]) {
        latest = i;
      }
    }
    bucket[latest] = bucket[last];
    order[latest] = order[last];
  }

  private int fillByDraws(int first, int range, long hash, long now) {
    double youngest = AgeThreshold.of(range);
    int entries = 0;
    int dropped = 0;
    long state = hash;
    for (int draws = 0; draws < MOST_DRAWS && entries < BUCKET_SIZE; draws++) {
      state += Mix.GOLDEN;
      long draw = Mix.mix(state);
      int index = first + Mix.below(draw, range);
      if (population.ageRank(index) < youngest
          || contains(bucket, entries, index)
          || contains(refused, dropped, index)) {
        continue;
      }
      long chance = Mix.mix(hash ^ keys.high(index));
      boolean kept =
          habits.takes(keys.high(index), chance)
              && (liveness.live(index, now) || Mix.unit(chance) < habits.kept(keys.high(index)));
      if (kept) {
        bucket[entries++] = index;
      } else if (dropped < refused.length) {
        refused[dropped++] = index;
      }
    }
    return entries;
  }

  /** Nodes that share all of the first 64 bits: next to never, and then neighbours know them. */
  private int fillFromTies(int node, long high) {
    int entries = 0;
    for (int index = keys.notBelow(high);
        index < keys.size() && keys.high(index) == high && entries < BUCKET_SIZE;
        index++) {
      if (index != node) {
        bucket[entries++] = index;
      }
    }
    return entries;
  }

  private static boolean contains(int[] values, int count, int value) {
    for (int i = 0; i < count; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }

  private void sortByDistance(int[] indices, int count, long target) {
    for (int i = 1; i < count; i++) {
      int index = indices[i];
      long distance = keys.high(index) ^ target;
      int hole = i;
      while (hole > 0
          && Long.compareUnsigned(keys.high(indices[hole - 1]) ^ target, distance) > 0) {
        indices[hole] = indices[hole - 1];
        hole--;
      }
      indices[hole] = index;
    }
  }
}
