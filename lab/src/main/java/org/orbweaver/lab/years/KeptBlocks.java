package org.orbweaver.lab.years;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.overlay.keep.RepairOrder;
import org.orbweaver.overlay.keep.RepairRate;

/** Blocks of which each is to be on r disks. */
final class KeptBlocks {
  /** One block in so many tells how much of its share somebody has. */
  private static final int SAMPLED = 8;

  /** A block on its way to one that should keep it. */
  private record Move(int block, int to) implements Comparable<Move> {
    @Override
    public int compareTo(Move other) {
      int order = Integer.compare(block, other.block);
      return order != 0 ? order : Integer.compare(to, other.to);
    }
  }

  /** Who is to send it, and how many copies there were when that was said. */
  private record Errand(int sender, int copiesLeft) {}

  private record Transfer(long until, Move move, int from) {}

  private final MortalPeers crowd;
  private final int copies;
  private final double bytes;
  private final long bytesPerSecond;
  private final long[] keys;
  private final int[][] placed;

  /** How far the farthest holder of each block is, by XOR. */
  private final long[] farthest;

  private final List<Set<Integer>> has = new ArrayList<>();
  private final List<Set<Integer>> heldBy = new ArrayList<>();

  /** What each is to send, by whom it is for: of many that wait for one line, one is looked at. */
  private final Map<Integer, TreeMap<Integer, RepairOrder<Move>>> orders = new HashMap<>();

  private final Map<Move, Errand> errands = new HashMap<>();
  private final Set<Move> underWay = new HashSet<>();
  private final List<RepairRate> up = new ArrayList<>();
  private final List<RepairRate> down = new ArrayList<>();
  private final PriorityQueue<Transfer> transfers =
      new PriorityQueue<>((a, b) -> Long.compare(a.until(), b.until()));
  private final Map<Integer, ArrayDeque<Double>> shortSince = new HashMap<>();
  private final double together;
  private double hour;
  private final List<Integer> clumps = new ArrayList<>();
  private long lost;
  private long losses;
  private double expected;
  private double shortHours;
  private double longestHours;
  private double sentBytes;

  KeptBlocks(MortalPeers crowd, YearsOptions options, int copies) {
    this.crowd = crowd;
    this.copies = copies;
    this.bytes = options.blockBytes(copies);
    this.bytesPerSecond = options.bytesPerSecond();
    this.keys = new SplittableRandom(options.seed() + 1).longs(options.blocks()).toArray();
    this.placed = new int[keys.length][];
    this.farthest = new long[keys.length];
    for (int block = 0; block < keys.length; block++) {
      has.add(new HashSet<>(2 * copies));
      place(block);
      for (int holder : placed[block]) {
        gain(block, holder);
      }
    }
    this.together = together();
  }

  /** How many blocks have the same holders as a block, in the mean: they are lost together. */
  private double together() {
    Map<Set<Integer>, Integer> same = new HashMap<>();
    has.forEach(holders -> same.merge(Set.copyOf(holders), 1, Integer::sum));
    double squares = same.values().stream().mapToDouble(each -> (double) each * each).sum();
    return has.isEmpty() ? 1 : squares / has.size();
  }

  /** Who is to keep it by the ring as it is now; nobody else is sent it any more. */
  private void place(int block) {
    if (placed[block] != null) {
      for (int holder : placed[block]) {
        cancel(new Move(block, holder));
      }
    }
    placed[block] = crowd.holders(keys[block], copies);
    long most = 0;
    for (int holder : placed[block]) {
      long nearest = nearest(keys[block], crowd.places(holder));
      most = Long.compareUnsigned(nearest, most) > 0 ? nearest : most;
    }
    farthest[block] = most;
  }

  private static long nearest(long key, long[] places) {
    long nearest = -1;
    for (long place : places) {
      nearest = Long.compareUnsigned(place ^ key, nearest) < 0 ? place ^ key : nearest;
    }
    return nearest;
  }

  private Set<Integer> blocksOf(int peer) {
    while (heldBy.size() <= peer) {
      heldBy.add(new HashSet<>());
    }
    return heldBy.get(peer);
  }

  private void gain(int block, int peer) {
    has.get(block).add(peer);
    blocksOf(peer).add(block);
  }

  /** Its disk is gone, though nobody knows yet. */
  void died(int peer) {
    long before = lost;
    expected += expectedOf(peer);
    for (int block : blocksOf(peer)) {
      lose(block, peer);
    }
    blocksOf(peer).clear();
    if (lost > before) {
      clumps.add((int) (lost - before));
    }
  }

  /** How many of its blocks should be nowhere else. */
  private double expectedOf(int peer) {
    Map<Integer, Share> shares = new HashMap<>();
    for (int block = 0; block < keys.length; block += SAMPLED) {
      Set<Integer> those = has.get(block);
      boolean isWhole = those.size() >= copies; // if not there, then with who kept it before
      for (int holder : placed[block]) {
        shares.computeIfAbsent(holder, it -> new Share()).add(isWhole || those.contains(holder));
      }
    }
    double sum = 0;
    for (int block : blocksOf(peer)) {
      double nowhere = 1;
      for (int holder : placed[block]) {
        nowhere *= holder == peer ? 1 : shares.getOrDefault(holder, Share.NONE).lacking();
      }
      sum += nowhere;
    }
    return sum;
  }

  /** Of what somebody should keep, how much it has. */
  private static final class Share {
    static final Share NONE = new Share();

    private int all;
    private int there;

    void add(boolean has) {
      all++;
      there += has ? 1 : 0;
    }

    double lacking() {
      return all == 0 ? 0 : (double) (all - there) / all;
    }
  }

  /** One copy less. */
  void lose(int block, int peer) {
    Set<Integer> those = has.get(block);
    if (those.remove(peer) && those.size() < copies) {
      shortSince.computeIfAbsent(block, it -> new ArrayDeque<>()).add(hour);
      losses++;
      if (those.isEmpty()) {
        lost++;
        losses--;
        shortSince.getOrDefault(block, new ArrayDeque<>()).forEach(since -> lasted(since, hour));
        shortSince.remove(block);
      }
    }
  }

  /** Takes its share of the blocks that it is closer to than one of their holders. */
  void joined(int peer) {
    long[] places = crowd.places(peer);
    for (int block = 0; block < keys.length; block++) {
      if (Long.compareUnsigned(nearest(keys[block], places), farthest[block]) < 0) {
        place(block);
        settle(block);
      }
    }
  }

  void givenUp(int peer) {
    for (int block = 0; block < keys.length; block++) {
      if (contains(placed[block], peer)) {
        place(block);
        settle(block);
      }
    }
    // What it was to send and was no holder of any more is sent by others.
    Set<Integer> left = new HashSet<>();
    orders
        .getOrDefault(peer, new TreeMap<>())
        .values()
        .forEach(order -> order.forEach(move -> left.add(move.block())));
    left.forEach(this::settle);
    orders.remove(peer);
  }

  private void lasted(double since, double until) {
    shortHours += until - since;
    longestHours = Math.max(longestHours, until - since);
  }

  private void cancel(Move move) {
    Errand errand = errands.remove(move);
    if (errand != null) {
      take(errand.sender(), move);
    }
  }

  private void take(int sender, Move move) {
    TreeMap<Integer, RepairOrder<Move>> mine = orders.getOrDefault(sender, new TreeMap<>());
    mine.computeIfPresent(
        move.to(),
        (to, order) -> {
          order.remove(move);
          return order.isEmpty() ? null : order;
        });
  }

  /** What the rules ask for: each of the r is to have it, and then nobody else need keep it. */
  void settle(int block) {
    Set<Integer> those = has.get(block);
    if (those.isEmpty()) {
      return;
    }
    boolean all = true;
    int sender = sender(block);
    for (int holder : placed[block]) {
      Move move = new Move(block, holder);
      cancel(move);
      if (those.contains(holder)) {
        continue;
      }
      all = false;
      if (!underWay.contains(move)) {
        errands.put(move, new Errand(sender, those.size()));
        orders
            .computeIfAbsent(sender, it -> new TreeMap<>())
            .computeIfAbsent(holder, it -> new RepairOrder<>())
            .add(move, those.size());
      }
    }
    if (all) {
      for (int surplus : List.copyOf(those)) {
        if (!contains(placed[block], surplus)) {
          those.remove(surplus);
          blocksOf(surplus).remove(block);
        }
      }
    }
  }

  /** The closest that has it and lives, as far as is known; else whoever has it. */
  private int sender(int block) {
    for (int holder : placed[block]) {
      if (has.get(block).contains(holder)) {
        return holder;
      }
    }
    return has.get(block).iterator().next();
  }

  private static boolean contains(int[] those, int one) {
    for (int each : those) {
      if (each == one) {
        return true;
      }
    }
    return false;
  }

  /** Ends and begins transfers. */
  void pass(double now) {
    hour = now;
    long nanos = (long) (now * MortalPeers.HOUR);
    while (!transfers.isEmpty() && transfers.peek().until() <= nanos) {
      arrived(transfers.poll());
    }
    for (int peer : crowd.members()) {
      TreeMap<Integer, RepairOrder<Move>> mine = crowd.isUp(peer) ? orders.get(peer) : null;
      if (mine != null && !mine.isEmpty()) {
        send(nanos, peer, mine);
      }
    }
  }

  /** All that begins within the hour: a line that becomes free in the middle of it is used. */
  private void send(long nanos, int peer, Map<Integer, RepairOrder<Move>> mine) {
    long last = nanos + MortalPeers.HOUR - 1;
    RepairRate line = line(up, peer);
    while (line.isFree(last)) {
      Move next = next(mine, last);
      if (next == null) {
        return;
      }
      errands.remove(next);
      take(peer, next);
      sentBytes += bytes;
      RepairRate other = line(down, next.to());
      long begin = Math.max(nanos, Math.max(freeAt(line, nanos), freeAt(other, nanos)));
      long until = Math.max(line.spend(begin, (long) bytes), other.spend(begin, (long) bytes));
      underWay.add(next);
      transfers.add(new Transfer(until, next, peer));
    }
  }

  private static long freeAt(RepairRate line, long now) {
    return line.isFree(now) ? now : line.freeAt();
  }

  /** The most endangered of all that are for somebody who can take it. */
  private @Nullable Move next(Map<Integer, RepairOrder<Move>> mine, long last) {
    Move best = null;
    int fewest = Integer.MAX_VALUE;
    for (Map.Entry<Integer, RepairOrder<Move>> each : mine.entrySet()) {
      if (crowd.isUp(each.getKey()) && line(down, each.getKey()).isFree(last)) {
        Move first = each.getValue().first();
        Errand errand = first == null ? null : errands.get(first);
        if (first != null && errand != null && isBefore(first, errand, best, fewest)) {
          best = first;
          fewest = errand.copiesLeft();
        }
      }
    }
    return best;
  }

  private static boolean isBefore(Move move, Errand errand, @Nullable Move other, int copies) {
    return other == null
        || errand.copiesLeft() < copies
        || (errand.copiesLeft() == copies && move.compareTo(other) < 0);
  }

  private RepairRate line(List<RepairRate> lines, int peer) {
    while (lines.size() <= peer) {
      lines.add(new RepairRate(bytesPerSecond));
    }
    return lines.get(peer);
  }

  private void arrived(Transfer transfer) {
    int block = transfer.move().block();
    int to = transfer.move().to();
    underWay.remove(transfer.move());
    Set<Integer> those = has.get(block);
    if (those.contains(transfer.from()) && !crowd.isDead(to) && those.add(to)) {
      blocksOf(to).add(block);
      ArrayDeque<Double> open = shortSince.get(block);
      if (open != null && those.size() <= copies) {
        lasted(open.removeFirst(), (double) transfer.until() / MortalPeers.HOUR);
        if (open.isEmpty()) {
          shortSince.remove(block);
        }
      }
    }
    settle(block);
  }

  /** Who has the block, whole or not. */
  Set<Integer> holders(int block) {
    return has.get(block);
  }

  int[] placed(int block) {
    return placed[block];
  }

  long key(int block) {
    return keys[block];
  }

  int copies() {
    return copies;
  }

  long lost() {
    return lost;
  }

  /**
   * How many should have been lost if it is chance which of its share somebody lacks, as much as
   * each lacked at each departure: a newcomer nearly all, who has just died and is not missed yet
   * all. The formula takes all for alike.
   */
  double expectedByHolders() {
    return expected;
  }

  /** How many blocks are where a block is, in the mean, in the beginning. */
  double blocksTogether() {
    return together;
  }

  /** Blocks that a departure took the last copy of, for each that did. */
  List<Integer> clumps() {
    return clumps;
  }

  /**
   * From a copy's loss, which nobody knows of for a day, until there are r again: the time for
   * which copies were lacking over the number of losses that left others. What is lacking still, or
   * was when the block was lost, counts with what it has lasted; to leave it out would leave out
   * the longest.
   */
  double meanRepairDays() {
    double open = openSince().map(since -> hour - since).sum();
    return losses == 0 ? 0 : (shortHours + open) / losses / 24;
  }

  /** How long the copy was lacking that was lacking longest. */
  double longestDays() {
    return Math.max(longestHours, openSince().map(since -> hour - since).max().orElse(0)) / 24;
  }

  private DoubleStream openSince() {
    return shortSince.values().stream().flatMap(ArrayDeque::stream).mapToDouble(each -> each);
  }

  double sentBytes() {
    return sentBytes;
  }
}
