package org.orbweaver.census.net;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.census.journal.GrowthPoint;

/**
 * How a crawl grew over time: Splider's figure 4. A point a second at first; whenever there are 600
 * of them every second one is dropped and the distance doubled.
 */
final class GrowthSeries {
  private static final int MOST = 600;
  private static final long SECOND = 1_000_000_000L;

  private final List<GrowthPoint> points = new ArrayList<>();
  private long step = SECOND;

  GrowthSeries(List<GrowthPoint> before) {
    before.forEach(this::add);
  }

  boolean isDue(long nanos) {
    return nanos - last().nanos() >= step;
  }

  void add(GrowthPoint point) {
    points.add(point);
    if (points.size() >= MOST) {
      List<GrowthPoint> kept = new ArrayList<>();
      for (int i = 1; i < points.size(); i += 2) {
        kept.add(points.get(i));
      }
      points.clear();
      points.addAll(kept);
      step *= 2;
    }
  }

  GrowthPoint last() {
    return points.isEmpty() ? GrowthPoint.START : points.getLast();
  }

  List<GrowthPoint> points() {
    return List.copyOf(points);
  }
}
