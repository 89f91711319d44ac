package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * The ranges of one responder's buckets: each cell belongs to the bucket given by the bits it
 * shares with the responder, and how many nodes share that range decides how likely each is listed.
 */
final class BucketRanges {
  /** A range of less than a cell, or the responder's own cell. */
  private static final double WITHIN_CELL = 0.3;

  /** Larger ranges are taken to be as full as the average. */
  private static final int MOST_COUNTED = 12;

  private static final int NONE = -1;

  private final Grid grid;
  private final Coverage coverage;
  private final ListingOdds odds;
  private final int cellBits;

  /** By the size of the range, as a power of two of cells; negative if not computed yet. */
  private final double[] nodes;

  private final double[] listed;
  private long responder;
  private int last;

  BucketRanges(Grid grid, Coverage coverage, ListingOdds odds) {
    this.grid = grid;
    this.coverage = coverage;
    this.odds = odds;
    cellBits = Integer.numberOfTrailingZeros(grid.cells());
    nodes = new double[cellBits + 2];
    listed = new double[cellBits + 2];
  }

  /**
   * From here on it is about this node's buckets.
   *
   * @param farthest the first bits of the ID farthest from the target in its answer
   */
  void of(long responderHigh, long farthest) {
    responder = responderHigh;
    Arrays.fill(nodes, -1);
    last = grid.contains(farthest) ? size(grid.cell(farthest)) : NONE;
  }

  /**
   * Whether the answer lists all there is in the bucket of that cell, because it went on to another
   * one. Buckets are taken up whole, in the order of their distance from the target.
   */
  boolean isExhausted(int cell) {
    return size(cell) != last;
  }

  double nodesAround(int cell) {
    int size = size(cell);
    if (nodes[size] < 0) {
      nodes[size] = count(cell, size);
      listed[size] = odds.of(nodes[size], isExhausted(cell));
    }
    return nodes[size];
  }

  /** How likely a node in that cell would be listed by the responder. */
  double listed(int cell) {
    nodesAround(cell);
    return listed[size(cell)];
  }

  /** 0: within the cell; s + 1: 2^s cells; the last one if the responder is outside of the part. */
  private int size(int cell) {
    if (!grid.contains(responder)) {
      return cellBits + 1;
    }
    return 32 - Integer.numberOfLeadingZeros(grid.cell(responder) ^ cell);
  }

  private double count(int cell, int size) {
    if (size == 0) {
      return WITHIN_CELL;
    }
    int bits = size - 1;
    return bits <= MOST_COUNTED
        ? coverage.nodes(cell >>> bits << bits, 1 << bits)
        : coverage.livePerCell() * (1 << bits);
  }
}
