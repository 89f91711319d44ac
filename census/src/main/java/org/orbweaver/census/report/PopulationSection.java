package org.orbweaver.census.report;

import java.util.List;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Figures;

/** How many there are, and by which method. */
final class PopulationSection {
  private PopulationSection() {}

  static void write(CensusReport report, Page page) {
    page.section(
        "population",
        "Population",
        "How many nodes there are, those the crawl missed included. Intervals hold the truth 95"
            + " times in 100 where the method's assumptions hold.");
    page.figure(
        "By every method at hand",
        Page.table(
            List.of("method", "#nodes", "#95 % interval", "what it counts"),
            report.population().stream().map(PopulationSection::line).toList()));
    Table.Row row = report.table(Analysis.POPULATION).rows().getLast();
    double recall = row.figure("estimated_recall");
    if (Double.isFinite(recall)) {
      page.note(
          "The crawl believes to have heard of %s of the nodes that answer. %s of its nodes have an IPv6 address."
              .formatted(Figures.percent(recall), Figures.whole(row.count("ipv6_nodes"))));
    }
  }

  private static List<String> line(PopulationEstimate estimate) {
    String interval =
        Double.isFinite(estimate.low())
            ? Figures.whole(estimate.low()) + " – " + Figures.whole(estimate.high())
            : "–";
    return List.of(estimate.method(), Figures.whole(estimate.nodes()), interval, estimate.remark());
  }
}
