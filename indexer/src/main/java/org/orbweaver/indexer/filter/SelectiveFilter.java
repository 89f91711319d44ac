package org.orbweaver.indexer.filter;

import org.orbweaver.kademlia.Key;

/**
 * Lets an infohash through unless it came lately or comes often, so that popular torrents do not
 * drown rare ones (§3.6). Whoever empties the queue behind it tells when that queue was full or
 * empty, and the filter's memory grows or shrinks until as many get through as the queue can take.
 *
 * <p>A hash that is let through and then dropped by a full queue must be {@link #forget}-ten, or it
 * would be held back as a repeat of something that nobody has processed. The paper does not say so.
 */
public final class SelectiveFilter {
  /** A quarter of a million hashes are 20 MB with their ghosts, and an hour's variety or more. */
  public static final int LARGEST = 1 << 18;

  private static final int SMALLEST = 1 << 6;

  private final BlueSize blue;
  private final ArcCache seen;
  private long passed;
  private long heldBack;

  public SelectiveFilter() {
    this(SMALLEST, LARGEST);
  }

  public SelectiveFilter(int smallest, int largest) {
    blue = new BlueSize(smallest, largest);
    seen = new ArcCache(smallest);
  }

  /** Whether the hash should be processed now. */
  public boolean passes(Key infohash) {
    boolean repeat = seen.request(infohash);
    if (repeat) {
      heldBack++;
    } else {
      passed++;
    }
    return !repeat;
  }

  /** The hash was let through but could not be processed after all. */
  public void forget(Key infohash) {
    seen.remove(infohash);
  }

  /** The queue behind the filter is full. */
  public void overflow(long now) {
    if (blue.enlarge(now)) {
      seen.resize(blue.size());
    }
  }

  /** The queue behind the filter is empty, and whoever works it off waits. */
  public void underflow(long now) {
    if (blue.reduce(now)) {
      seen.resize(blue.size());
    }
  }

  public Metrics metrics() {
    return new Metrics(passed, heldBack, seen.size(), blue.size());
  }

  /**
   * What the filter did so far.
   *
   * @param heldBack repeats that were not let through
   * @param remembered hashes that would be held back now
   * @param size how many it would remember at most at present
   */
  public record Metrics(long passed, long heldBack, int remembered, int size) {
    /** The share of hashes that were held back. */
    public double hitRate() {
      return passed + heldBack == 0 ? 0 : (double) heldBack / (passed + heldBack);
    }
  }
}
