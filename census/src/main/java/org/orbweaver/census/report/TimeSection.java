package org.orbweaver.census.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.orbweaver.census.analysis.Analysis;
import org.orbweaver.census.analysis.Table;
import org.orbweaver.census.chart.Axis;
import org.orbweaver.census.chart.ChartSize;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.LineChart;
import org.orbweaver.census.sessions.LengthLaw;
import org.orbweaver.census.sessions.SessionReport;

/** How the network changes from snapshot to snapshot (Splider's figures 7 and 8). */
final class TimeSection {
  private static final int TABLE_UP_TO = 12;

  private TimeSection() {}

  static void write(CensusReport report, Page page) {
    Table series = report.table(Analysis.POPULATION);
    if (series.rows().size() < 2) {
      return;
    }
    page.section(
        "time",
        "Over time",
        "From snapshot to snapshot: who stayed, who came, how long they stay. Where the crawl"
            + " contacted nodes, only those that answered count.");
    long start = series.rows().getFirst().count("started");
    page.figure(
        "Nodes in each snapshot",
        wide(Axis.of("hours since the first snapshot"), Axis.of("nodes"))
            .curve("in the snapshot", points(series, start, row -> row.count("nodes")))
            .curve("answered", points(series, start, row -> row.count("answered")))
            .svg());
    churn(report, page);
    daily(report, page);
    SessionReport sessions = report.sessions();
    if (sessions != null) {
      sessions(sessions, page);
    }
  }

  private static LineChart wide(Axis across, Axis up) {
    return new LineChart(ChartSize.WIDE, across, up);
  }

  private static List<LineChart.Point> points(
      Table series, long start, ToDoubleFunction<Table.Row> value) {
    return series.rows().stream()
        .map(
            row ->
                new LineChart.Point(
                    (row.count("started") - start) / 3600e6, value.applyAsDouble(row)))
        .toList();
  }

  private static void churn(CensusReport report, Page page) {
    List<Table.Row> steps = report.table(Analysis.CHURN).rows();
    if (steps.size() > TABLE_UP_TO) {
      page.figure(
          "Churn from each snapshot to the next",
          wide(Axis.of("snapshot"), Axis.of("nodes"))
              .curve("gone", steps(steps, "gone"))
              .curve("new", steps(steps, "new"))
              .svg());
      return;
    }
    page.figure(
        "Churn from each snapshot to the next",
        Page.table(
            List.of(
                "from",
                "to",
                "#after",
                "#stayed",
                "#gone",
                "#new",
                "#of them back",
                "#gone, share"),
            steps.stream()
                .map(
                    row ->
                        List.of(
                            row.text("first"),
                            row.text("second"),
                            ReportPage.duration(row.figure("seconds")),
                            Figures.whole(row.count("stayed")),
                            Figures.whole(row.count("gone")),
                            Figures.whole(row.count("new")),
                            Figures.whole(row.count("returned")),
                            Figures.percent(row.figure("gone_share"))))
                .toList()));
  }

  private static List<LineChart.Point> steps(List<Table.Row> steps, String column) {
    return steps.stream()
        .map(row -> new LineChart.Point(row.count("number"), row.count(column)))
        .toList();
  }

  private static void daily(CensusReport report, Page page) {
    Table daily = report.table(Analysis.DAILY);
    if (daily.rows().size() < 6) {
      return;
    }
    page.figure(
        "The day: nodes by the hour (UTC), relative to the mean",
        wide(Axis.of("hour"), Axis.of("of the mean").writing(Figures::percent))
            .curve(
                "",
                daily.rows().stream()
                    .map(row -> new LineChart.Point(row.count("hour"), row.figure("of_mean")))
                    .toList())
            .svg());
  }

  private static void sessions(SessionReport sessions, Page page) {
    page.figure(
        "Session lengths: the share of sessions that last longer",
        wide(Axis.of("hours"), Axis.of("share of sessions").writing(Figures::percent))
            .curve("measured", curve(sessions, SessionReport.Point::measured))
            .curve("Pareto", curve(sessions, SessionReport.Point::pareto))
            .curve("Weibull", curve(sessions, SessionReport.Point::weibull))
            .logarithmicAcross()
            .svg());
    boolean pareto = sessions.preferred() == LengthLaw.PARETO;
    page.note(
        "%s sessions began in the first half of the window; %s of them are longer than two hours, %s reach a day or the end, and their mean is %s h. %s fits better: exponent %.2f and shortest session %.2f h for Pareto (rms %.4f), shape %.2f and scale %.2f h for Weibull (rms %.4f)."
            .formatted(
                Figures.whole(sessions.sessions()),
                Figures.percent(sessions.shareOverTwoHours()),
                Figures.percent(sessions.shareReachingADay()),
                Figures.brief(sessions.meanHours()),
                pareto ? "Pareto" : "Weibull",
                sessions.pareto().form(),
                sessions.pareto().hours(),
                sessions.pareto().rootMeanSquare(),
                sessions.weibull().form(),
                sessions.weibull().hours(),
                sessions.weibull().rootMeanSquare()));
  }

  /** Relative to its first point, as the fits are: shorter sessions are mostly never seen. */
  private static List<LineChart.Point> curve(
      SessionReport sessions, ToDoubleFunction<SessionReport.Point> value) {
    double first = value.applyAsDouble(sessions.ccdf().getFirst());
    return sessions.ccdf().stream()
        .map(point -> new LineChart.Point(point.hours(), value.applyAsDouble(point) / first))
        .toList();
  }
}
