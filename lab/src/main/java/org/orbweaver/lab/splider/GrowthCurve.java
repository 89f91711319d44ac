package org.orbweaver.lab.splider;

import java.util.ArrayList;
import java.util.List;

/**
 * How many nodes were known after how many packets, Splider's figure 4 by packets instead of
 * minutes. Keeps between 64 and 128 points: when there are more, every second one is dropped.
 */
final class GrowthCurve {
  private static final int MOST = 128;

  private final List<Point> points = new ArrayList<>();
  private long step = 1;
  private long latest;

  /** One point of the curve. */
  record Point(long packets, int nodes) {}

  void at(long packets, int nodes) {
    if (packets % step != 0 || packets == latest) {
      return;
    }
    latest = packets;
    points.add(new Point(packets, nodes));
    if (points.size() == MOST) {
      step *= 2;
      points.removeIf(point -> point.packets() % step != 0);
    }
  }

  List<Point> endingAt(long packets, int nodes) {
    List<Point> all = new ArrayList<>(points);
    all.add(new Point(packets, nodes));
    return all;
  }
}
