package org.orbweaver.kademlia;

import java.util.List;

/**
 * The whole keyspace cut into buckets, sorted by prefix (§3.3). Which buckets exist is immutable:
 * splits and merges make a new partition.
 *
 * <p>No bucket is deeper than {@link #MAX_DEPTH}, so the first 64 bits of a key decide where it
 * belongs and the binary search runs over a plain array of longs.
 */
final class Partition {
  /**
   * 2^48 nodes could tell each other apart this far; whoever shares more bits with us has chosen
   * his ID.
   */
  static final int MAX_DEPTH = 48;

  private final Bucket[] buckets;

  /** The first 64 bits of each bucket's range, sign bit flipped: unsigned order becomes signed. */
  private final long[] starts;

  private final int[] depths;

  private Partition(Bucket[] buckets) {
    this.buckets = buckets;
    starts = new long[buckets.length];
    depths = new int[buckets.length];
    for (int i = 0; i < buckets.length; i++) {
      starts[i] = buckets[i].prefix.first().high() ^ Long.MIN_VALUE;
      depths[i] = buckets[i].prefix.length();
    }
  }

  static Partition undivided() {
    return new Partition(new Bucket[] {new Bucket(Prefix.WHOLE_SPACE)});
  }

  Bucket bucketOf(Key key) {
    return buckets[indexOf(key)];
  }

  List<Bucket> buckets() {
    return List.of(buckets);
  }

  int size() {
    return buckets.length;
  }

  Bucket bucket(int index) {
    return buckets[index];
  }

  int indexOf(Key key) {
    long start = key.high() ^ Long.MIN_VALUE;
    int index = firstAtOrAfter(start, 0, buckets.length);
    return index < buckets.length && starts[index] == start ? index : index - 1;
  }

  /** The first index in the range whose bucket starts at or after the (sign-flipped) key. */
  private int firstAtOrAfter(long start, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] < start) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  Partition split(Bucket bucket) {
    int index = indexOf(bucket.prefix.first());
    Bucket[] more = new Bucket[buckets.length + 1];
    System.arraycopy(buckets, 0, more, 0, index);
    more[index] = bucket.half(false);
    more[index + 1] = bucket.half(true);
    System.arraycopy(buckets, index + 1, more, index + 2, buckets.length - index - 1);
    return new Partition(more);
  }

  /** Puts {@code merged} in the place of its two halves, of which {@code index} is the first. */
  Partition merge(int index, Bucket merged) {
    Bucket[] fewer = new Bucket[buckets.length - 1];
    System.arraycopy(buckets, 0, fewer, 0, index);
    fewer[index] = merged;
    System.arraycopy(buckets, index + 2, fewer, index + 1, buckets.length - index - 2);
    return new Partition(fewer);
  }

  /**
   * Writes the contacts closest to the target into the array, closest first.
   *
   * <p>The sorted buckets are the leaves of a binary tree: of the two halves of any subspace, every
   * key in the target's half is closer to it than every key in the other. So the target's own
   * bucket comes first, then, ever larger, the sibling subspaces on its way up.
   *
   * @param evenIfSilent whether entries with unanswered queries count
   * @return how many were written
   */
  int closest(Key target, int count, boolean evenIfSilent, Contact[] into) {
    int from = indexOf(target);
    int to = from + 1;
    int found = take(from, target, count, evenIfSilent, into, 0);
    for (int depth = depths[from] - 1; depth >= 0 && found < count; depth--) {
      if (target.bit(depth)) {
        int lower = depths[from - 1] == depth + 1 ? from - 1 : firstOf(target, depth, 0, from);
        found = gather(lower, from, depth + 1, target, count, evenIfSilent, into, found);
        from = lower;
      } else {
        int upper = depths[to] == depth + 1 ? to + 1 : endOf(target, depth, to);
        found = gather(to, upper, depth + 1, target, count, evenIfSilent, into, found);
        to = upper;
      }
    }
    return found;
  }

  /** All of one subspace, which the buckets from {@code from} to before {@code to} make up. */
  private int gather(
      int from,
      int to,
      int depth,
      Key target,
      int count,
      boolean evenIfSilent,
      Contact[] into,
      int found) {
    if (found >= count) {
      return found;
    }
    if (to - from == 1) {
      return take(from, target, count, evenIfSilent, into, found);
    }
    int middle = firstAtOrAfter(starts[from] | 1L << (63 - depth), from, to);
    int nearFrom = target.bit(depth) ? middle : from;
    int nearTo = target.bit(depth) ? to : middle;
    int farFrom = target.bit(depth) ? from : middle;
    int farTo = target.bit(depth) ? middle : to;
    int near = gather(nearFrom, nearTo, depth + 1, target, count, evenIfSilent, into, found);
    return gather(farFrom, farTo, depth + 1, target, count, evenIfSilent, into, near);
  }

  private int take(
      int index, Key target, int count, boolean evenIfSilent, Contact[] into, int found) {
    Bucket bucket = buckets[index];
    Listing listing = evenIfSilent ? Listing.all(bucket.entries()) : bucket.live();
    return listing.appendClosest(target, count, into, found);
  }

  /** The first bucket of the subspace of that depth in which the target lies. */
  private int firstOf(Key target, int depth, int from, int to) {
    long prefix = depth == 0 ? 0 : target.high() & -1L << (64 - depth);
    return firstAtOrAfter(prefix ^ Long.MIN_VALUE, from, to);
  }

  /** The index after the last bucket of that subspace. */
  private int endOf(Key target, int depth, int from) {
    long last = depth == 0 ? -1 : target.high() | -1L >>> depth;
    return last == -1
        ? buckets.length
        : firstAtOrAfter((last + 1) ^ Long.MIN_VALUE, from, buckets.length);
  }
}
