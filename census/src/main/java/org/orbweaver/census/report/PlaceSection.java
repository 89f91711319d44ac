package org.orbweaver.census.report;

import java.util.List;
import java.util.Locale;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.ShareBars;

/** Countries and networks (Splider's figure 6). */
final class PlaceSection {
  private static final int COUNTRIES = 15;
  private static final int NETWORKS = 15;

  private PlaceSection() {}

  static void write(CensusReport report, Page page) {
    Table countries = report.table(Analysis.COUNTRIES);
    Table networks = report.table(Analysis.NETWORKS);
    boolean known = countries.rows().stream().anyMatch(row -> !row.text("country").equals("??"));
    if (!known && networks.isEmpty()) {
      return;
    }
    page.section(
        "places",
        "Countries and networks",
        "Where the addresses are, by the databases that were given; those they do not know, private"
            + " ones among them, are left out of the bars but not of the percentages.");
    double all = countries.rows().stream().mapToDouble(row -> row.count("nodes")).sum();
    if (known) {
      long number =
          countries.rows().stream().filter(row -> !row.text("country").equals("??")).count();
      page.figure(
          "The largest of %d countries".formatted(number),
          ShareBars.html(
              countries.rows().stream()
                  .filter(row -> !row.text("country").equals("??"))
                  .limit(COUNTRIES)
                  .map(row -> new ShareBars.Bar(name(row.text("country")), row.count("nodes")))
                  .toList(),
              all));
    }
    if (!networks.isEmpty()) {
      page.figure(
          "The largest of %s networks"
              .formatted(Figures.whole(networks.rows().getFirst().count("networks"))),
          Page.table(
              List.of("#AS", "network", "#nodes", "#share", "#answered", "#addresses"),
              networks.rows().stream().limit(NETWORKS).map(row -> line(row, all)).toList()));
    }
  }

  static String name(String code) {
    String name = Locale.of("", code).getDisplayCountry(Locale.ENGLISH);
    return name.isEmpty() ? code : name;
  }

  private static List<String> line(Table.Row row, double all) {
    return List.of(
        Long.toString(row.count("asn")),
        row.text("network"),
        Figures.whole(row.count("nodes")),
        Figures.percent(row.count("nodes") / all),
        Figures.percent((double) row.count("answered") / row.count("nodes")),
        Figures.whole(row.count("addresses")));
  }
}
