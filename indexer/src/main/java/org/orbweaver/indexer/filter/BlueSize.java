package org.orbweaver.indexer.filter;

import java.time.Duration;

/**
 * How much a filter should remember, found by the rule of the Blue queue discipline (Feng et al.):
 * one step up when the queue behind it has overflowed, one down when it has run empty, and after
 * each step a pause in which its effect can show.
 *
 * <p>Blue steps a probability up by a constant and down by a smaller one. A size has no natural
 * unit, so the steps here are shares of it: a fourth up, a sixteenth down. An overflow loses hashes
 * at once; an idle moment costs nothing but repeats that could have been counted.
 */
public final class BlueSize {
  private static final long PAUSE = Duration.ofMillis(100).toNanos();

  private final int smallest;
  private final int largest;
  private int size;
  private long lastStep = Long.MIN_VALUE / 2;

  public BlueSize(int smallest, int largest) {
    if (smallest < 1 || largest < smallest) {
      throw new IllegalArgumentException("no sizes from " + smallest + " to " + largest);
    }
    this.smallest = smallest;
    this.largest = largest;
    this.size = smallest;
  }

  public int size() {
    return size;
  }

  /** Too much gets through; true if the size has changed. */
  boolean enlarge(long now) {
    return become(now, (int) Math.min(largest, size + Math.max(1, size / 4L)));
  }

  /** More could get through; true if the size has changed. */
  boolean reduce(long now) {
    return become(now, Math.max(smallest, size - Math.max(1, size / 16)));
  }

  private boolean become(long now, int newSize) {
    if (now - lastStep < PAUSE || newSize == size) {
      return false;
    }
    lastStep = now;
    size = newSize;
    return true;
  }
}
