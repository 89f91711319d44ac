package org.orbweaver.census.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.ShareBars;
import org.orbweaver.census.suspects.SybilSuspect;
import org.orbweaver.census.suspects.SybilTable;

/** Many IDs at one address, and other odd identities (Splider's table II). */
final class SybilSection {
  private SybilSection() {}

  static void write(CensusReport report, Page page) {
    SybilTable sybils = report.suspects().sybils();
    page.section(
        "sybils",
        "Sybils and odd identities",
        "An address with many IDs is an attacker, or a carrier that puts many customers behind one"
            + " address. The p-value is the chance that honest nodes look like this anywhere in the"
            + " network.");
    page.note(
        "%s addresses hold more IDs than chance explains; by Splider's rule, more than 100 IDs, it would be %s. Fewer than %d IDs at an address cannot be told from chance in a network of this size."
            .formatted(
                Figures.whole(sybils.suspects().size()),
                Figures.whole(sybils.byPapersRule()),
                sybils.fewestTellingIds()));
    List<SybilSuspect> shown = sybils.suspects().isEmpty() ? sybils.top() : sybils.suspects();
    page.figure(
        sybils.suspects().isEmpty()
            ? "The addresses with most IDs, none of them suspect"
            : "The least likely addresses",
        table(shown, places(report)));
    page.pair(
        () -> {
          crowding(report, page);
          privateAddresses(report, page);
        });
    identities(report, page);
  }

  private static Map<String, String> places(CensusReport report) {
    Map<String, String> places = new HashMap<>();
    for (Table.Row row : report.table(Analysis.IDS_PER_ADDRESS).rows()) {
      String country = row.text("country");
      String name = country.isEmpty() ? "" : PlaceSection.name(country);
      String network = row.text("network");
      String gap = name.isEmpty() || network.isEmpty() ? "" : ", ";
      places.put(row.text("address"), network + gap + name);
    }
    return places;
  }

  private static String table(List<SybilSuspect> suspects, Map<String, String> places) {
    return Page.table(
        List.of("#", "address", "#IDs", "#not by BEP 42", "#p-value", "whose"),
        suspects.stream()
            .limit(10)
            .map(
                each ->
                    List.of(
                        Integer.toString(suspects.indexOf(each) + 1),
                        each.address(),
                        Figures.whole(each.ids()),
                        Figures.whole(each.strangers()),
                        Figures.chance(each.pValue()),
                        places.getOrDefault(each.address(), "")))
            .toList());
  }

  private static void crowding(CensusReport report, Page page) {
    List<ShareBars.Bar> bars =
        report.table(Analysis.ADDRESS_CROWDING).rows().stream()
            .map(
                row -> {
                  long fewest = 1L << row.count("class");
                  String name = fewest == 1 ? "1 ID" : fewest + "–" + (2 * fewest - 1) + " IDs";
                  return new ShareBars.Bar(name, row.count("addresses"));
                })
            .toList();
    double all = bars.stream().mapToDouble(ShareBars.Bar::value).sum();
    page.figure("Addresses by how many IDs they hold", ShareBars.html(bars, all));
  }

  private static void privateAddresses(CensusReport report, Page page) {
    Table kinds = report.table(Analysis.PRIVATE_ADDRESSES);
    if (kinds.isEmpty()) {
      return;
    }
    List<ShareBars.Bar> bars =
        kinds.rows().stream()
            .map(row -> new ShareBars.Bar(row.text("kind"), row.count("nodes")))
            .toList();
    double all = report.table(Analysis.POPULATION).rows().getLast().count("nodes");
    page.figure("Nodes at addresses that nobody can reach", ShareBars.html(bars, all));
  }

  private static void identities(CensusReport report, Page page) {
    Table scattered = report.table(Analysis.SCATTERED_IDS);
    Table changing = report.table(Analysis.CHANGING_IDS);
    page.pair(
        () -> {
          if (!scattered.isEmpty()) {
            page.figure(
                "IDs at several addresses: %s"
                    .formatted(Figures.whole(scattered.rows().getFirst().count("such_ids"))),
                Page.table(
                    List.of("ID", "#addresses", "#answered"),
                    scattered.rows().stream()
                        .limit(8)
                        .map(
                            row ->
                                List.of(
                                    row.text("id").substring(0, 16) + "…",
                                    Figures.whole(row.count("addresses")),
                                    Figures.whole(row.count("answered"))))
                        .toList()));
          }
          if (!changing.isEmpty()) {
            page.figure(
                "Endpoints whose ID changes between snapshots: %s"
                    .formatted(Figures.whole(changing.rows().getFirst().count("such_endpoints"))),
                Page.table(
                    List.of("endpoint", "#IDs", "#snapshots"),
                    changing.rows().stream()
                        .limit(8)
                        .map(
                            row ->
                                List.of(
                                    row.text("address") + " port " + row.count("port"),
                                    Figures.whole(row.count("ids")),
                                    Figures.whole(row.count("snapshots"))))
                        .toList()));
          }
        });
  }
}
