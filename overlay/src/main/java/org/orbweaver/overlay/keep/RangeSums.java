package org.orbweaver.overlay.keep;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.ledger.EntryId;

/**
 * What this disk shares with each other holder, summed over ranges of keys: a tree whose leaves are
 * the 4,096 ranges that share the first {@value #BITS} bits, sixteen below each node. Two holders
 * go down where their sums differ, and compare names only in the ranges they end in.
 *
 * <p>Summed are names and ranks, not what entries say: two honest peers may have kept different
 * results of one task (§4.6 leaves the content out for the same reason). A sum needs no order, so
 * sides that read their disks in different stretches come to the same.
 *
 * <p>Only ranges in which there is something take memory: some 50 bytes for each other holder.
 */
public final class RangeSums {
  /** Of a key, by which leaves are told apart. */
  public static final int BITS = 12;

  /** Between a node and those below it. */
  public static final int STEP = 4;

  public static final int CHILDREN = 1 << STEP;

  private final Map<Endpoint, Map<Integer, Long>> leaves = new HashMap<>();

  /** The leaf that a key's entries belong to. */
  public static int leaf(EntryId id) {
    return (int) (id.key().high() >>> Long.SIZE - BITS);
  }

  /** This disk has the entry, and that peer should have it, too. */
  public void add(Endpoint other, EntryId id, int rank) {
    leaves
        .computeIfAbsent(other, it -> new HashMap<>())
        .merge(leaf(id), digest(id, rank), Long::sum);
  }

  /** With whom anything is shared. */
  public Set<Endpoint> others() {
    return leaves.keySet();
  }

  /**
   * The sums of the nodes below one.
   *
   * @param bits how deep it is: a multiple of {@link #STEP} below {@link #BITS}
   * @param prefix the first bits of its keys
   */
  public long[] below(Endpoint other, int bits, int prefix) {
    long[] sums = new long[CHILDREN];
    int shift = BITS - bits - STEP;
    leaves
        .getOrDefault(other, Map.of())
        .forEach(
            (leaf, sum) -> {
              if (leaf >>> shift + STEP == prefix) {
                sums[leaf >>> shift & CHILDREN - 1] += sum;
              }
            });
    return sums;
  }

  private static long digest(EntryId id, int rank) {
    long mixed = mix(id.key().high() ^ 0x6A09_E667_F3BC_C908L);
    mixed = mix(mixed + id.key().middle());
    mixed = mix(mixed + id.key().low());
    mixed = mix(mixed + id.name());
    return mix(mixed + rank);
  }

  /** Stafford's thirteenth, as in SplittableRandom. */
  private static long mix(long value) {
    long first = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    long second = (first ^ first >>> 27) * 0x94D0_49BB_1331_11EBL;
    return second ^ second >>> 31;
  }
}
