package org.orbweaver.census.report;

import java.util.List;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.ShareBars;
import org.orbweaver.census.suspects.EclipseSuspect;
import org.orbweaver.census.suspects.EclipseTable;

/** Crowds around one key (Splider's figure 9). */
final class EclipseSection {
  private static final int SHOWN = 15;

  private EclipseSection() {}

  static void write(CensusReport report, Page page) {
    EclipseTable eclipses = report.suspects().eclipses();
    page.section(
        "eclipses",
        "Eclipses",
        "To hide a key, eight IDs must stand closer to it than anybody else's. A subspace that"
            + " holds many more IDs than N/2^m is such a crowd.");
    page.note(
        "%s crowds are denser than chance explains, %s of them with IDs that share an address. By Splider's rule scaled to this network, eight IDs in %d bits, there would be %s."
            .formatted(
                Figures.whole(eclipses.suspects().size()),
                Figures.whole(eclipses.withSharedAddress()),
                eclipses.paperBits(),
                Figures.whole(eclipses.byPapersRule())));
    if (eclipses.suspects().isEmpty()) {
      return;
    }
    page.figure(
        "The least likely crowds",
        Page.table(
            List.of(
                "#",
                "prefix",
                "#bits",
                "#IDs",
                "#expected",
                "#not by BEP 42",
                "#addresses",
                "#most at one",
                "#p-value"),
            eclipses.suspects().stream()
                .limit(SHOWN)
                .map(each -> line(each, eclipses.suspects().indexOf(each) + 1))
                .toList()));
    double all = eclipses.suspects().size();
    page.figure(
        "Crowds by size",
        ShareBars.html(
            eclipses.sizes().stream()
                .map(each -> new ShareBars.Bar(each.ids() + " IDs", each.attacks()))
                .toList(),
            all));
  }

  private static List<String> line(EclipseSuspect suspect, int place) {
    return List.of(
        Integer.toString(place),
        suspect.prefix(),
        Integer.toString(suspect.bits()),
        Integer.toString(suspect.ids()),
        Figures.chance(suspect.expected()),
        Integer.toString(suspect.strangers()),
        Integer.toString(suspect.addresses()),
        Integer.toString(suspect.mostAtOneAddress()),
        Figures.chance(suspect.pValue()));
  }
}
