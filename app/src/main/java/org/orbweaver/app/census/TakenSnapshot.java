package org.orbweaver.app.census;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.Belief;
import org.orbweaver.census.journal.GrowthPoint;
import org.orbweaver.census.snapshot.Snapshot;
import org.orbweaver.census.snapshot.SnapshotInfo;

/**
 * What came of taking a snapshot. Estimates are the crawler's own.
 *
 * @param complete false if it was stopped before its end, and can be continued
 * @param nodes heard of in the wanted part, answering or not
 * @param megabitsIn per second over all the time, with IP and UDP headers
 * @param newNodesPerMinute over all the time
 */
public record TakenSnapshot(
    String snapshot,
    boolean complete,
    boolean resumed,
    long nodes,
    long answered,
    long packets,
    double seconds,
    double packetsPerSecond,
    double nodesPerPacket,
    double newNodesPerMinute,
    double megabitsIn,
    double megabitsOut,
    @Nullable Double estimatedRecall,
    @Nullable Double estimatedNodes,
    @Nullable Double estimatedLiveNodes,
    @Nullable Integer planted,
    @Nullable Double plantedRecall,
    long unsendableContacts,
    @Nullable Long infohashes,
    long checkpointBytes) {

  private static final int HEADERS_V4 = 28;
  private static final int HEADERS_V6 = 48;

  static TakenSnapshot of(
      Snapshot snapshot,
      boolean complete,
      boolean resumed,
      GrowthPoint end,
      Belief belief,
      boolean ipv6,
      long unsendable,
      @Nullable Long infohashes,
      long checkpointBytes) {
    SnapshotInfo info = snapshot.info();
    SnapshotInfo.Planted planted = info.planted();
    double seconds = end.nanos() / 1e9;
    int headers = headers(ipv6);
    return new TakenSnapshot(
        snapshot.parquet().toString(),
        complete,
        resumed,
        info.nodes(),
        info.answered(),
        end.packets(),
        seconds,
        end.packets() / seconds,
        (double) info.nodes() / end.packets(),
        info.nodes() * 60 / seconds,
        8e-6 * (end.bytesIn() + headers * end.packetsIn()) / seconds,
        8e-6 * (end.bytesOut() + headers * end.packets()) / seconds,
        known(belief.recall()),
        known(belief.nodes()),
        known(belief.liveNodes()),
        planted == null ? null : planted.nodes(),
        planted == null || planted.nodes() == 0 ? null : planted.recall(),
        unsendable,
        infohashes,
        checkpointBytes);
  }

  /** The crawl over time as snapshots keep it. */
  static List<SnapshotInfo.Growth> growth(List<GrowthPoint> points, boolean ipv6) {
    int headers = headers(ipv6);
    GrowthPoint[] before = {GrowthPoint.START};
    return points.stream()
        .filter(point -> point.nanos() > 0)
        .map(
            point -> {
              GrowthPoint last = before[0];
              before[0] = point;
              double seconds = Math.max(1e-3, (point.nanos() - last.nanos()) / 1e9);
              return new SnapshotInfo.Growth(
                  point.nanos() / 1e9,
                  point.nodes(),
                  point.packets(),
                  8
                      * (point.bytesIn()
                          - last.bytesIn()
                          + headers * (point.packetsIn() - last.packetsIn()))
                      / seconds,
                  8
                      * (point.bytesOut()
                          - last.bytesOut()
                          + headers * (point.packets() - last.packets()))
                      / seconds);
            })
        .toList();
  }

  private static int headers(boolean ipv6) {
    return ipv6 ? HEADERS_V6 : HEADERS_V4;
  }

  private static @Nullable Double known(double figure) {
    return Double.isFinite(figure) ? figure : null;
  }
}
