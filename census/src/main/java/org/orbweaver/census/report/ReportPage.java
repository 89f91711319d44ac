package org.orbweaver.census.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.snapshot.SnapshotInfo;

/** A report as one HTML file: style sheet and charts inside, no script, nothing from elsewhere. */
public final class ReportPage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm", Locale.ENGLISH);

  private ReportPage() {}

  public static String html(CensusReport report) {
    Page page = new Page();
    header(report, page);
    PopulationSection.write(report, page);
    CrawlSection.write(report, page);
    SpaceSection.write(report, page);
    PlaceSection.write(report, page);
    ClientSection.write(report, page);
    SybilSection.write(report, page);
    EclipseSection.write(report, page);
    TimeSection.write(report, page);
    String body = page.end();
    return """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>DHT census: %s</title>
    <style>
    %s</style></head><body><main>
    %s<footer>Made by %s. The columns and methods are described in docs/snapshots.md; every
    figure comes from the snapshots by the SQL that <code>orb census sql --list</code> names.
    </footer></main></body></html>
    """
        .formatted(
            Figures.escaped(report.latest()), style(), body, Figures.escaped(report.program()));
  }

  private static void header(CensusReport report, Page page) {
    SnapshotInfo taken = report.taken();
    Table.Row row = report.table(Analysis.POPULATION).rows().getLast();
    int snapshots = report.table(Analysis.POPULATION).rows().size();
    PopulationEstimate best = report.population().getFirst();
    double seconds = (taken.endedMicros() - taken.startedMicros()) / 1e6;
    page.raw(
        "<header><p class=\"kicker\">DHT census</p><h1>%s</h1><p>%s</p></header>"
            .formatted(
                taken.startedMicros() == 0
                    ? Figures.escaped(report.latest())
                    : time(taken.startedMicros()),
                Figures.escaped(subtitle(report, snapshots))));
    page.raw("<div class=\"cards\">");
    String interval =
        Double.isFinite(best.low())
            ? Figures.brief(best.low()) + " to " + Figures.brief(best.high())
            : best.method();
    card(page, "population", Figures.brief(best.nodes()), interval);
    card(
        page,
        "nodes in the snapshot",
        Figures.brief(row.count("nodes")),
        Figures.brief(row.count("addresses")) + " addresses");
    double answered = (double) row.count("answered") / Math.max(1, row.count("nodes"));
    card(page, "answered", Figures.percent(answered), Figures.brief(row.count("answered")));
    if (taken.packets() > 0) {
      double perPacket = (double) row.count("nodes") / taken.packets();
      card(
          page,
          "nodes per packet",
          Figures.brief(perPacket),
          Figures.brief(taken.packets()) + " packets");
    }
    if (seconds > 0) {
      card(page, "taken in", duration(seconds), taken.strategy() + ", " + taken.mode());
    }
    page.raw("</div>");
  }

  private static String subtitle(CensusReport report, int snapshots) {
    String part =
        report.taken().prefix().isEmpty()
            ? "the whole ID space"
            : "the part of the ID space below " + report.taken().prefix();
    return "Snapshot %s of %s%s"
        .formatted(report.latest(), part, snapshots > 1 ? ", the last of " + snapshots : "");
  }

  private static void card(Page page, String name, String figure, String remark) {
    page.raw(
        "<div><span>%s</span><strong>%s</strong><small>%s</small></div>"
            .formatted(Figures.escaped(name), Figures.escaped(figure), Figures.escaped(remark)));
  }

  static String time(long micros) {
    return TIME.format(Instant.ofEpochMilli(micros / 1000).atOffset(ZoneOffset.UTC)) + " UTC";
  }

  static String duration(double seconds) {
    if (seconds < 120) {
      return Figures.brief(seconds) + " s";
    }
    return seconds < 7200
        ? Figures.brief(seconds / 60) + " min"
        : Figures.brief(seconds / 3600) + " h";
  }

  private static String style() {
    try (InputStream file = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(
          Objects.requireNonNull(file, "the program lacks its style sheet").readAllBytes(),
          StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the style sheet", e);
    }
  }
}
