package org.orbweaver.census.sweep;

import java.util.Arrays;

/**
 * For each cell the probability that a live node there would still be unknown, and how many nodes
 * are known to be there. Given what was seen, unknown nodes are spread over the cells in proportion
 * to these probabilities; their mean is the share of live nodes that is still missing.
 */
final class Coverage {
  private static final int LIVE_WEIGHT = 4;
  private static final int SILENT_WEIGHT = 1;

  /** So many times the average are no chance. */
  private static final double CROWDED = 8;

  private float[] unknown;

  /** Where covering shows: {@code unknown} itself or, during a review, what will replace it. */
  private float[] revised;

  /** Known nodes in quarters: one that was silent is in a quarter of the tables it would be in. */
  private final byte[] weights;

  private final double livePerCell;

  /** Leaves in which something was covered or found since they were last looked at. */
  private final boolean[] changed;

  private final Unevenness unevenness;
  private double sum;

  Coverage(int cells, double livePerCell, Unevenness unevenness) {
    this.unevenness = unevenness;
    unknown = new float[cells];
    Arrays.fill(unknown, 1);
    revised = unknown;
    weights = new byte[cells];
    changed = new boolean[cells / Grid.LEAF_CELLS];
    this.livePerCell = livePerCell;
    sum = cells;
  }

  int cells() {
    return unknown.length;
  }

  double unknown(int cell) {
    return unknown[cell];
  }

  /** The mean over all cells. */
  double meanUnknown() {
    return Math.max(0, sum / unknown.length);
  }

  /** The mean of a power of it: what is unknown of nodes that are listed with other odds. */
  double meanUnknown(double power) {
    double total = 0;
    for (float value : unknown) {
      total += StrictMath.pow(value, power);
    }
    return total / unknown.length;
  }

  /** What is known of each of so many parts, a power of two, all cells in the order of keys. */
  double[] known(int parts) {
    double[] known = new double[parts];
    for (int part = 0; part < parts; part++) {
      int first = (int) ((long) part * unknown.length / parts);
      int end = Math.max(first + 1, (int) ((part + 1L) * unknown.length / parts));
      double missing = 0;
      for (int cell = first; cell < end; cell++) {
        missing += unknown[cell];
      }
      known[part] = 1 - missing / (end - first);
    }
    return known;
  }

  double livePerCell() {
    return livePerCell;
  }

  /** How many nodes there are likely to be in the cell, known and unknown, as tables see them. */
  double nodes(int cell) {
    return weights[cell] * (1.0 / LIVE_WEIGHT) + unknown[cell] * livePerCell;
  }

  double nodes(int firstCell, int count) {
    int known = 0;
    float missing = 0;
    for (int cell = firstCell; cell < firstCell + count; cell++) {
      known += weights[cell];
      missing += unknown[cell];
    }
    return known * (1.0 / LIVE_WEIGHT) + missing * livePerCell;
  }

  /** Whether the cell has so many nodes that answers about it tell of a part of it only. */
  boolean isCrowded(int cell) {
    return weights[cell] >= LIVE_WEIGHT * Math.max(Crowds.FEWEST, CROWDED * livePerCell);
  }

  /** The leaf is looked at now. */
  void lookedAt(int leaf) {
    changed[leaf] = false;
  }

  boolean hasChanged(int leaf) {
    return changed[leaf];
  }

  /**
   * An answer passed over cells of one leaf, in which the mean node would have been listed with
   * that probability.
   *
   * @param which of the cells, a bit for each cell of the leaf
   */
  void cover(int first, int count, long which, double listed) {
    float[] cells = revised;
    double gone = 0;
    for (int cell = first; cell < first + count; cell++) {
      if ((which >>> cell & 1) != 0) {
        float before = cells[cell];
        float after = (float) (before * (1 - listed * unevenness.fading(before)));
        cells[cell] = after;
        gone += before - after;
      }
    }
    if (gone > 0) {
      sum -= gone;
      changed[Grid.leafOf(first)] = true;
    }
  }

  /** From here on answers are entered again from the first; what is read is still the old state. */
  void beginReview() {
    revised = new float[unknown.length];
    Arrays.fill(revised, 1);
    sum = unknown.length;
  }

  void endReview() {
    unknown = revised;
  }

  void add(int cell, boolean silent) {
    weigh(cell, silent ? SILENT_WEIGHT : LIVE_WEIGHT);
  }

  void silenced(int cell) {
    weigh(cell, SILENT_WEIGHT - LIVE_WEIGHT);
  }

  void revived(int cell) {
    weigh(cell, LIVE_WEIGHT - SILENT_WEIGHT);
  }

  /** Stops at 31 nodes: a cell so crowded is an attack, and its tables are full anyway. */
  private void weigh(int cell, int change) {
    changed[Grid.leafOf(cell)] = true;
    weights[cell] = (byte) Math.clamp(weights[cell] + change, 0, Byte.MAX_VALUE);
  }
}
