package org.orbweaver.census.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Axis;
import org.orbweaver.census.chart.ColumnChart;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.snapshot.SnapshotInfo.Bucket;

/** Where in the ID space the nodes are (Splider's figures 5 and 3). */
final class SpaceSection {
  private static final int SUBSPACES = 256;
  private static final Axis FIRST_BYTE =
      Axis.of("first byte of the ID")
          .writing(value -> String.format(Locale.ROOT, "0x%02x", (int) value))
          .at(List.of(0.0, 32.0, 64.0, 96.0, 128.0, 160.0, 192.0, 224.0));

  private SpaceSection() {}

  static void write(CensusReport report, Page page) {
    page.section(
        "space",
        "ID space",
        "Clients draw their IDs by chance, so all parts of the ID space should be equally full;"
            + " gaps are blind spots of the crawl, peaks are crowds that chance does not explain.");
    if (report.taken().prefix().isEmpty()) {
      subspaces(report, page);
    }
    buckets(report.taken().buckets(), page);
  }

  private static void subspaces(CensusReport report, Page page) {
    double[] ids = new double[SUBSPACES];
    for (Table.Row row : report.table(Analysis.ID_SPACES).rows()) {
      ids[Integer.parseInt(row.text("prefix"), 16)] = row.count("ids");
    }
    double sum = 0;
    for (double each : ids) {
      sum += each;
    }
    double mean = sum / SUBSPACES;
    // Binomial counts: about the mean, with a deviation of its root; three of them hold 99.7 %.
    double three = 3 * Math.sqrt(mean);
    List<ColumnChart.Column> columns = new ArrayList<>();
    int outside = 0;
    double leastFilled = Double.POSITIVE_INFINITY;
    for (int i = 0; i < SUBSPACES; i++) {
      outside += Math.abs(ids[i] - mean) > three ? 1 : 0;
      leastFilled = Math.min(leastFilled, ids[i]);
      columns.add(
          new ColumnChart.Column(
              i, ids[i], String.format(Locale.ROOT, "0x%02x: %,.0f", i, ids[i])));
    }
    page.figure(
        "IDs in each 8-bit subspace: %s on average, %s in the emptiest"
            .formatted(Figures.whole(mean), Figures.whole(leastFilled)),
        new ColumnChart(FIRST_BYTE, Axis.of("IDs"), 1, columns)
            .before(new ColumnChart.Band(Math.max(0, mean - three), mean, mean + three))
            .svg());
    page.note(
        "The band holds 99.7 %% of subspaces where IDs are drawn by chance; %d of 256 are outside, and about one would be."
            .formatted(outside));
  }

  private static void buckets(List<Bucket> buckets, Page page) {
    if (buckets.isEmpty()) {
      return;
    }
    List<ColumnChart.Column> columns =
        buckets.stream()
            .map(
                each ->
                    new ColumnChart.Column(
                        each.depth(),
                        each.contacts(),
                        String.format(
                            Locale.ROOT,
                            "bucket %d: %.2f contacts in %,d tables",
                            each.depth(),
                            each.contacts(),
                            each.tables())))
            .toList();
    page.figure(
        "Contacts in each k-bucket, the mean over the nodes that were asked",
        new ColumnChart(
                Axis.of("bucket: bits shared with the node"), Axis.of("contacts"), 1, columns)
            .svg());
  }
}
