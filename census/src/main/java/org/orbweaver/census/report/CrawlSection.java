package org.orbweaver.census.report;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Axis;
import org.orbweaver.census.chart.ChartSize;
import org.orbweaver.census.chart.ColumnChart;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.LineChart;
import org.orbweaver.census.chart.ShareBars;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.snapshot.SnapshotInfo.Growth;

/** How the snapshot was taken, and what that cost others (Splider's figure 4). */
final class CrawlSection {
  private static final int FEWEST_MOMENTS = 3;

  private CrawlSection() {}

  static void write(CensusReport report, Page page) {
    page.section(
        "crawl",
        "The crawl",
        "How the nodes were found, what became of the questions, and what the network had to bear"
            + " for it.");
    SnapshotInfo taken = report.taken();
    if (taken.growth().size() >= FEWEST_MOMENTS) {
      growth(taken.growth(), page);
    }
    page.pair(
        () -> {
          outcomes(report, page);
          packets(report, page);
        });
    roundTrips(report, page);
  }

  private static void growth(List<Growth> moments, Page page) {
    boolean minutes = moments.getLast().seconds() > 180;
    double unit = minutes ? 60 : 1;
    String name = minutes ? "minutes" : "seconds";
    List<LineChart.Point> nodes = new ArrayList<>();
    List<LineChart.Point> fresh = new ArrayList<>();
    List<LineChart.Point> in = new ArrayList<>();
    List<LineChart.Point> out = new ArrayList<>();
    Growth before = new Growth(0, 0, 0, 0, 0);
    for (Growth now : moments) {
      double at = now.seconds() / unit;
      nodes.add(new LineChart.Point(at, now.nodes()));
      double span = now.seconds() - before.seconds();
      if (span > 0) {
        fresh.add(new LineChart.Point(at, 60 * (now.nodes() - before.nodes()) / span));
      }
      in.add(new LineChart.Point(at, now.bitsInPerSecond() / 1e6));
      out.add(new LineChart.Point(at, now.bitsOutPerSecond() / 1e6));
      before = now;
    }
    page.pair(
        () -> {
          page.figure("Nodes heard of", half(name, "nodes").curve("", nodes).svg());
          page.figure("New nodes per minute", half(name, "nodes / min").curve("", fresh).svg());
        });
    page.figure(
        "Traffic",
        new LineChart(ChartSize.WIDE, Axis.of(name), Axis.of("Mbit/s"))
            .curve("in", in)
            .curve("out", out)
            .svg());
  }

  private static LineChart half(String across, String up) {
    return new LineChart(ChartSize.HALF, Axis.of(across), Axis.of(up));
  }

  private static void outcomes(CensusReport report, Page page) {
    Table errors = report.table(Analysis.ERRORS);
    List<ShareBars.Bar> bars =
        errors.rows().stream()
            .map(row -> new ShareBars.Bar(words(row.text("outcome")), row.count("nodes")))
            .toList();
    double all = bars.stream().mapToDouble(ShareBars.Bar::value).sum();
    page.figure("What became of the nodes", ShareBars.html(bars, all));
  }

  private static String words(String outcome) {
    return outcome.replace('_', ' ').replace("krpc", "KRPC");
  }

  private static void packets(CensusReport report, Page page) {
    List<Table.Row> rows = report.table(Analysis.PACKETS_PER_NODE).rows();
    List<ShareBars.Bar> bars = new ArrayList<>();
    double all = 0;
    double sent = 0;
    double rest = 0;
    long most = 0;
    for (Table.Row row : rows) {
      long packets = row.count("packets");
      double nodes = row.count("nodes");
      all += nodes;
      sent += packets * nodes;
      most = Math.max(most, packets);
      if (packets < 6) {
        bars.add(new ShareBars.Bar(packets == 1 ? "1 packet" : packets + " packets", nodes));
      } else {
        rest += nodes;
      }
    }
    if (rest > 0) {
      bars.add(new ShareBars.Bar("6 to " + most, rest));
    }
    page.figure(
        "Packets imposed on each node: %s on average, %d at most"
            .formatted(Figures.brief(sent / Math.max(1, all)), most),
        ShareBars.html(bars, all));
  }

  private static void roundTrips(CensusReport report, Page page) {
    Table trips = report.table(Analysis.ROUND_TRIPS);
    if (trips.isEmpty()) {
      return;
    }
    Table.Row row = trips.rows().getFirst();
    List<ColumnChart.Column> columns =
        report.table(Analysis.ROUND_TRIP_HISTOGRAM).rows().stream()
            .map(
                each ->
                    new ColumnChart.Column(
                        each.count("from_ms"),
                        each.count("answers"),
                        "from %d ms: %s"
                            .formatted(
                                each.count("from_ms"), Figures.whole(each.count("answers")))))
            .toList();
    page.figure(
        "Round trips: median %s ms, 90 %% within %s ms, 99 %% within %s ms"
            .formatted(
                Figures.brief(row.figure("median")),
                Figures.brief(row.figure("p90")),
                Figures.brief(row.figure("p99"))),
        new ColumnChart(Axis.of("milliseconds"), Axis.of("answers"), 20, columns).svg());
  }
}
