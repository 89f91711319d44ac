package org.orbweaver.console.up;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.orbweaver.app.up.Job;
import org.orbweaver.app.up.SweepView;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.report.CensusReport;
import org.orbweaver.census.report.PopulationEstimate;
import org.orbweaver.census.sessions.SessionReport;
import org.orbweaver.census.snapshot.SnapshotInfo;
import org.orbweaver.census.suspects.EclipseSuspect;
import org.orbweaver.census.suspects.SybilSuspect;

/** The DHT as the latest census found it, and as it was before. */
final class NetworkPage implements ConsolePage.Inside {
  private static final int VERSIONS = 10;
  private static final int SUSPECTS = 8;
  private static final int SNAPSHOTS = 20;

  private final House house;

  NetworkPage(House house) {
    this.house = house;
  }

  @Override
  public void write(Html html, ConsoleWords words) {
    html.element("h1", words.get("page.network"));
    PageParts parts = new PageParts(html, words, house.clock().instant());
    running(html, words);
    CensusReport report = house.census().get();
    if (report == null) {
      html.open("p", "class", "empty").text(words.get("network.none")).text(" ");
      html.element("a", words.get("network.on"), "href", "/settings", "class", "link").close();
      return;
    }
    figures(html, words, parts, report);
    List<Table.Row> countries = table(report, Analysis.COUNTRIES).rows();
    html.open("div", "class", "pair");
    WorldMap.draw(html, words, countries);
    IdSpacePicture.draw(html, words, table(report, Analysis.ID_SPACES));
    html.close();
    versions(html, words, parts, report);
    attacks(html, words, parts, report);
    history(html, words, parts, report);
    sessions(html, words, report);
    html.open("p", "class", "soft");
    html.element("a", words.get("network.report"), "href", "/network/report", "class", "link");
    html.close();
  }

  static Table table(CensusReport report, Analysis analysis) {
    return Objects.requireNonNull(report.analyses().get(analysis.label()));
  }

  /** A census that is being taken shows how far it is. */
  private void running(Html html, ConsoleWords words) {
    for (Job.State job : house.jobs().get()) {
      if (job.name().equals("census")) {
        html.open("p", "class", "calm");
        html.element(
            "span", "", "class", job.stage() == Job.Stage.RUNNING ? "status on" : "status");
        html.text(words.get("job.census") + ": " + job.sentence()).close();
      }
    }
    SweepView sweep = house.sweep().get();
    if (sweep != null) {
      html.open("div", "class", "sweep");
      IdSpacePicture.draw(html, words, sweep);
      html.close();
    }
  }

  private static void figures(Html html, ConsoleWords words, PageParts parts, CensusReport report) {
    SnapshotInfo taken = report.taken();
    PopulationEstimate best = report.population().getFirst();
    html.open("div", "class", "figures");
    html.open("div", "class", "figure").element("span", words.get("population"));
    html.element("strong", words.number(Math.round(best.nodes())));
    if (Double.isFinite(best.low())) {
      html.element(
          "small",
          words.get(
              "interval",
              words.number(Math.round(best.low())),
              words.number(Math.round(best.high()))));
    }
    html.close();
    parts.figure("nodes", words.number(taken.nodes()));
    parts.figure("answered", words.share((double) taken.answered() / Math.max(1, taken.nodes())));
    parts.figure("packets", words.number(taken.packets()));
    parts.figure(
        "taken.in",
        words.span(Duration.ofMillis((taken.endedMicros() - taken.startedMicros()) / 1000)));
    html.open("div", "class", "figure").element("span", words.get("taken")).open("strong");
    parts.time(Instant.ofEpochMilli(taken.endedMicros() / 1000));
    html.close().close().close();
  }

  private static void versions(
      Html html, ConsoleWords words, PageParts parts, CensusReport report) {
    List<Table.Row> rows = table(report, Analysis.CLIENT_VERSIONS).rows();
    if (rows.isEmpty()) {
      return;
    }
    html.element("h2", words.get("versions.clients")).open("div", "class", "bars");
    for (Table.Row row : rows.subList(0, Math.min(VERSIONS, rows.size()))) {
      parts.bar(version(row.text("version")), row.count("nodes"), rows.getFirst().count("nodes"));
    }
    html.close();
  }

  /** The two letters of a client, and the two bytes of its version. */
  private static String version(String text) {
    return text.matches("[\\x20-\\x7e]+") ? text : text.replaceAll("[^\\x20-\\x7e]", "·");
  }

  private static void attacks(Html html, ConsoleWords words, PageParts parts, CensusReport report) {
    html.element("h2", words.get("attacks"));
    List<SybilSuspect> suspects = report.suspects().sybils().suspects();
    List<EclipseSuspect> eclipses = report.suspects().eclipses().suspects();
    if (suspects.isEmpty() && eclipses.isEmpty()) {
      html.element("p", words.get("attacks.none"), "class", "soft");
    }
    if (!eclipses.isEmpty()) {
      eclipses(html, words, parts, eclipses);
    }
    if (!suspects.isEmpty()) {
      sybils(html, words, parts, suspects);
    }
  }

  private static void eclipses(
      Html html, ConsoleWords words, PageParts parts, List<EclipseSuspect> all) {
    html.element("p", words.get("eclipses", all.size()), "class", "soft");
    parts.table("attacks", "eclipse.key", "ids", "eclipse.expected", "chance");
    for (EclipseSuspect each : all.subList(0, Math.min(SUSPECTS, all.size()))) {
      html.open("tr").open("td").element("code", each.prefix()).close();
      parts.number(each.ids());
      html.element("td", small(each.expected()), "class", "number");
      html.element("td", small(each.pValue()), "class", "number").close();
    }
    parts.endTable();
  }

  private static String small(double value) {
    return String.format(Locale.ROOT, "%.1e", value);
  }

  private static void sybils(
      Html html, ConsoleWords words, PageParts parts, List<SybilSuspect> suspects) {
    html.element("p", words.get("attacks.some", suspects.size()), "class", "soft");
    parts.table("attacks", "address", "ids", "chance");
    for (SybilSuspect each : suspects.subList(0, Math.min(SUSPECTS, suspects.size()))) {
      html.open("tr").element("td", each.address());
      parts.number(each.ids());
      html.element("td", small(each.pValue()), "class", "number").close();
    }
    parts.endTable();
  }

  private static void history(Html html, ConsoleWords words, PageParts parts, CensusReport report) {
    List<Table.Row> all = table(report, Analysis.POPULATION).rows();
    List<Table.Row> churn = table(report, Analysis.CHURN).rows();
    html.element("h2", words.get("history"));
    parts.table("history", "snapshot", "when", "nodes", "answered", "gone.nodes", "new.nodes");
    for (int i = all.size() - 1; i >= Math.max(0, all.size() - SNAPSHOTS); i--) {
      Table.Row row = all.get(i);
      html.open("tr").element("td", row.text("snapshot")).open("td");
      parts.time(Instant.ofEpochMilli(row.count("started") / 1000));
      html.close();
      parts.number(row.count("nodes"));
      parts.number(row.count("answered"));
      Table.Row step =
          churn.stream()
              .filter(each -> each.text("second").equals(row.text("snapshot")))
              .findFirst()
              .orElse(null);
      html.element("td", step == null ? "–" : words.number(step.count("gone")), "class", "number");
      html.element("td", step == null ? "–" : words.number(step.count("new")), "class", "number");
      html.close();
    }
    parts.endTable();
  }

  private static void sessions(Html html, ConsoleWords words, CensusReport report) {
    html.element("h2", words.get("sessions"));
    SessionReport sessions = report.sessions();
    html.element(
        "p",
        sessions == null
            ? words.get("sessions.none")
            : words.get(
                "sessions.some",
                words.number(sessions.sessions()),
                words.decimal(sessions.meanHours()),
                words.share(sessions.shareOverTwoHours())),
        "class",
        "soft");
  }
}
