package org.orbweaver.census.sweep;

import java.util.Arrays;
import org.orbweaver.census.KnownNodes;

/**
 * The ranges of one responder's buckets, in the light of one answer: each cell belongs to the
 * bucket given by the bits it shares with the responder, and how many nodes share that range
 * decides how likely each is listed.
 */
final class BucketRanges {
  /** A range of less than a cell, or the responder's own cell. */
  private static final double WITHIN_CELL = 0.3;

  /** Larger ranges are taken to be as full as the average. */
  private static final int MOST_COUNTED = 12;

  static final int NONE = -1;

  private final KnownNodes nodes;
  private final Grid grid;
  private final Coverage coverage;
  private final ListingOdds odds;
  private final int cellBits;

  /** By the size of the range, as a power of two of cells; negative if not computed yet. */
  private final double[] before;

  private final double[] listed;
  private final int[] newlyListed;

  /** {@link #NONE} if it is outside of the part. */
  private int responderCell;

  private int last;

  BucketRanges(KnownNodes nodes, Grid grid, Coverage coverage, ListingOdds odds) {
    this.nodes = nodes;
    this.grid = grid;
    this.coverage = coverage;
    this.odds = odds;
    cellBits = Integer.numberOfTrailingZeros(grid.cells());
    before = new double[cellBits + 2];
    listed = new double[cellBits + 2];
    newlyListed = new int[cellBits + 2];
  }

  /**
   * From here on it is about this answer, which has just come.
   *
   * @param farthest the first bits of the listed ID that is farthest from the target
   * @return the range in which the answer ended, {@link #NONE} if that is not in the grid
   */
  int of(long responderHigh, long farthest, int[] contacts, int count) {
    locate(responderHigh);
    of(responderHigh, grid.contains(farthest) ? size(grid.cell(farthest)) : NONE);
    for (int i = 0; i < count; i++) {
      long high = nodes.idHigh(contacts[i]);
      if (nodes.sources(contacts[i]) == 1 && grid.contains(high)) {
        newlyListed[size(grid.cell(high))]++;
      }
    }
    return last;
  }

  /** From here on it is about this answer, seen in hindsight. */
  void of(long responderHigh, int lastRange) {
    locate(responderHigh);
    last = lastRange;
    Arrays.fill(before, -1);
    Arrays.fill(newlyListed, 0);
  }

  private void locate(long responderHigh) {
    responderCell = grid.contains(responderHigh) ? grid.cell(responderHigh) : NONE;
  }

  /** How many nodes were expected in the range of that cell's bucket before the answer came. */
  double nodesBefore(int cell) {
    int size = size(cell);
    weigh(cell, size);
    return before[size];
  }

  private void weigh(int cell, int size) {
    if (before[size] < 0) {
      before[size] = Math.max(0, count(cell, size) - newlyListed[size]);
      // Buckets are taken up whole, in the order of their distance from the target: all but the
      // last are listed to their end.
      listed[size] = size != last ? odds.uncrowded() : odds.of(before[size]);
    }
  }

  /** How likely a node in that cell would be listed by the responder. */
  double listed(int cell) {
    int size = size(cell);
    weigh(cell, size);
    return listed[size];
  }

  /** 0: within the cell; s + 1: 2^s cells; the last one if the responder is outside of the part. */
  private int size(int cell) {
    return responderCell == NONE
        ? cellBits + 1
        : Integer.SIZE - Integer.numberOfLeadingZeros(responderCell ^ cell);
  }

  private double count(int cell, int size) {
    if (size == 0) {
      return WITHIN_CELL;
    }
    int bits = Math.min(size - 1, cellBits);
    return bits <= MOST_COUNTED
        ? coverage.nodes(cell >>> bits << bits, 1 << bits)
        : coverage.livePerCell() * (1 << bits);
  }
}
