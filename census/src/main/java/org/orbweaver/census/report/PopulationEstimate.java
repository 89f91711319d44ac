package org.orbweaver.census.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.snapshot.SnapshotInfo;

/**
 * How many nodes there are, by one method.
 *
 * @param low the lower end of the interval that holds the truth 95 times in 100; NaN if unknown
 * @param remark what the method counts and assumes
 */
public record PopulationEstimate(
    String method, double nodes, double low, double high, String remark) {
  private static final double Z = 1.96;

  /** The methods for which there is data, the most trustworthy first. */
  static List<PopulationEstimate> all(SnapshotInfo latest, Table recapture) {
    List<PopulationEstimate> all = new ArrayList<>();
    SnapshotInfo.Planted planted = latest.planted();
    boolean verified = latest.mode().equals("verify");
    long counted = verified ? latest.answered() : latest.nodes();
    String who = verified ? "nodes that answer" : "nodes heard of, gone ones included";
    if (planted != null && planted.nodes() > 0 && planted.found() > 0) {
      all.add(byPlanted(counted, planted, who));
    }
    if (!recapture.isEmpty()) {
      Table.Row last = recapture.rows().getLast();
      all.add(
          new PopulationEstimate(
              "capture and recapture",
              last.figure("population"),
              last.figure("low"),
              last.figure("high"),
              who
                  + ", by Chapman's estimator over the last two snapshots; whoever came or went in"
                  + " between raises it"));
    }
    SnapshotInfo.Estimate own = latest.estimate();
    if (own != null && own.liveNodes() != null) {
      all.add(
          new PopulationEstimate(
              "the crawl's own",
              own.liveNodes(),
              own.liveNodes() - Z * orUnknown(own.liveNodesError()),
              own.liveNodes() + Z * orUnknown(own.liveNodesError()),
              "nodes that answer, heard of or not, by how much of the ID space answers covered"
                  + " and a sample of those not asked otherwise"));
    }
    all.add(
        new PopulationEstimate(
            "counted", counted, Double.NaN, Double.NaN, who + ": a lower bound"));
    return all;
  }

  private static double orUnknown(@Nullable Double error) {
    return error == null ? Double.NaN : error;
  }

  /** Of own nodes a share was found; of all others presumably too. The interval is Wilson's. */
  private static PopulationEstimate byPlanted(
      long counted, SnapshotInfo.Planted planted, String who) {
    double n = planted.nodes();
    double share = planted.found() / n;
    double middle = share + Z * Z / (2 * n);
    double half = Z * Math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n));
    double low = (middle - half) / (1 + Z * Z / n);
    double high = Math.min(1, (middle + half) / (1 + Z * Z / n));
    return new PopulationEstimate(
        "planted nodes",
        counted / share,
        counted / high,
        counted / low,
        who
            + "; of %d own nodes in the network %d were found"
                .formatted(planted.nodes(), planted.found()));
  }
}
