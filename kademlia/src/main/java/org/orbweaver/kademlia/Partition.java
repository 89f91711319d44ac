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

  private Partition(Bucket[] buckets) {
    this.buckets = buckets;
    starts = new long[buckets.length];
    for (int i = 0; i < buckets.length; i++) {
      starts[i] = buckets[i].prefix.first().high() ^ Long.MIN_VALUE;
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
    return firstAtOrAfter(key.high() ^ Long.MIN_VALUE, 0, buckets.length, true);
  }

  /**
   * The first index in the range whose bucket starts at or after the key; with {@code orContaining}
   * the bucket before it, unless one starts there exactly.
   */
  private int firstAtOrAfter(long start, int from, int to, boolean orContaining) {
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
    return orContaining && (low == to || starts[low] != start) ? low - 1 : low;
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
   * @param maxFailures entries with more unanswered queries are passed over
   * @return how many were written
   */
  int closest(Key target, int count, int maxFailures, Contact[] into) {
    return gather(0, buckets.length, 0, target, count, maxFailures, into, 0);
  }

  /**
   * Descends the binary tree that the sorted buckets imply: of the two halves of any subspace,
   * every key in the target's half is closer to it than every key in the other. So halves are
   * visited near side first, and only within one bucket must be sorted.
   */
  private int gather(
      int from,
      int to,
      int depth,
      Key target,
      int count,
      int maxFailures,
      Contact[] into,
      int found) {
    if (to - from == 1) {
      return take(buckets[from], target, count, maxFailures, into, found);
    }
    long upperHalf = starts[from] | 1L << (63 - depth);
    if (depth == 0) {
      upperHalf = 0;
    }
    int middle = firstAtOrAfter(upperHalf, from, to, false);
    boolean upper = target.bit(depth);
    int taken =
        upper
            ? gather(middle, to, depth + 1, target, count, maxFailures, into, found)
            : gather(from, middle, depth + 1, target, count, maxFailures, into, found);
    if (taken >= count) {
      return taken;
    }
    return upper
        ? gather(from, middle, depth + 1, target, count, maxFailures, into, taken)
        : gather(middle, to, depth + 1, target, count, maxFailures, into, taken);
  }

  /** Insertion sort behind the {@code found} closer ones; what exceeds {@code count} falls off. */
  private static int take(
      Bucket bucket, Key target, int count, int maxFailures, Contact[] into, int found) {
    int end = found;
    for (TableEntry entry : bucket.entries()) {
      if (entry.failures() > maxFailures) {
        continue;
      }
      int place = end;
      while (place > found
          && target.compareDistance(entry.contact.id(), into[place - 1].id()) < 0) {
        place--;
      }
      if (place >= count) {
        continue;
      }
      int moved = Math.min(end, count - 1) - place;
      System.arraycopy(into, place, into, place + 1, moved);
      into[place] = entry.contact;
      end = Math.min(end + 1, count);
    }
    return end;
  }
}
