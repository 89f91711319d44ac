package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.census.KnownNodes;

/**
 * How many nodes of four 8-bit subspaces, those of Splider's figure 2, were known at the end of
 * each level of splitting.
 */
final class LevelGrowth {
  private static final int[] SUBSPACES = {0x19, 0xF9, 0x77, 0x4A};

  private final List<Point> points = new ArrayList<>();
  private final int[] counts = new int[SUBSPACES.length];
  private int counted;
  private int level;

  /** What was known when a level had been crawled. */
  record Point(int level, int x19, int xF9, int x77, int x4A) {}

  /** Called with the level being crawled, which only grows. */
  void at(int current, KnownNodes nodes) {
    for (; level < current; level++) {
      points.add(count(nodes));
    }
  }

  private Point count(KnownNodes nodes) {
    for (; counted < nodes.size(); counted++) {
      int subspace = (int) (nodes.idHigh(counted) >>> 56);
      for (int i = 0; i < SUBSPACES.length; i++) {
        counts[i] += subspace == SUBSPACES[i] ? 1 : 0;
      }
    }
    return new Point(level, counts[0], counts[1], counts[2], counts[3]);
  }

  /** All levels; none for a strategy that has no levels. */
  List<Point> ending(KnownNodes nodes) {
    if (level > 0) {
      points.add(count(nodes));
    }
    return List.copyOf(points);
  }
}
