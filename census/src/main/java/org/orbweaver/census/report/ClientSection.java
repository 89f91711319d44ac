package org.orbweaver.census.report;

import java.util.List;
import java.util.Map;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.ShareBars;

/** Which programs the nodes run. */
final class ClientSection {
  private static final int CLIENTS = 12;
  private static final int VERSIONS = 12;

  /** The letters whose owners are known; all others are shown as they came. */
  private static final Map<String, String> NAMES =
      Map.of(
          "LT", "libtorrent (LT)",
          "lt", "libTorrent (lt)",
          "UT", "µTorrent (UT)",
          "TR", "Transmission (TR)",
          "OW", "Orbweaver (OW)",
          "none", "no version given",
          "other", "no letters");

  private ClientSection() {}

  static void write(CensusReport report, Page page) {
    Table clients = report.table(Analysis.CLIENTS);
    Table secure = report.table(Analysis.BEP42);
    if (clients.isEmpty() && secure.isEmpty()) {
      return;
    }
    page.section(
        "clients",
        "Clients",
        "What the nodes that answered say they are, and whether their IDs follow from their"
            + " addresses (BEP 42), which keeps attackers from choosing theirs.");
    double all = clients.rows().stream().mapToDouble(row -> row.count("nodes")).sum();
    page.pair(
        () -> {
          if (!clients.isEmpty()) {
            page.figure("Programs", ShareBars.html(bars(clients, "client", CLIENTS), all));
            page.figure(
                "Versions",
                ShareBars.html(
                    bars(report.table(Analysis.CLIENT_VERSIONS), "version", VERSIONS), all));
          }
        });
    if (!secure.isEmpty()) {
      Table.Row row = secure.rows().getFirst();
      double answered =
          (double) row.count("answered_conforming") / Math.max(1, row.count("answered"));
      page.note(
          "%s of the nodes at public addresses have an ID that BEP 42 allows there; of those that answered, %s."
              .formatted(
                  Figures.percent(row.figure("share")),
                  row.count("answered") == 0 ? "none is known" : Figures.percent(answered)));
    }
  }

  private static List<ShareBars.Bar> bars(Table table, String column, int most) {
    return table.rows().stream()
        .limit(most)
        .map(
            row ->
                new ShareBars.Bar(
                    NAMES.getOrDefault(row.text(column), row.text(column)), row.count("nodes")))
        .toList();
  }
}
