package org.orbweaver.lab.trust;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.orbweaver.census.chart.Axis;
import org.orbweaver.census.chart.ChartSize;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.LineChart;

/** The curves, ours beside the paper's, and a table of the strategies, as one page of HTML. */
public final class TrustPage {
  private static final String STYLE =
      """
      body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em}
      table{border-collapse:collapse;font-size:13px}td,th{padding:2px 8px;text-align:right}
      td:first-child,th:first-child{text-align:left}tr:nth-child(even){background:#8881}
      svg{max-width:100%;height:auto;color:currentColor}svg path{fill:none}
      .axis,.grid,.grid line,.axis line{stroke:#8886}text{font-size:11px;fill:currentColor}
      .c1,.s1{stroke:#1f77b4}.c2,.s2{stroke:#d62728}.c3,.s3{stroke:#2ca02c}
      """;

  private TrustPage() {}

  public static String html(TrustReport report) {
    PaperFigures.Report paper = report.paperFigures();
    StringBuilder html =
        new StringBuilder("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">");
    html.append("<title>Trust</title><style>").append(STYLE).append("</style>");
    html.append("<h1>Trust: the paper's rules and ours</h1>");
    figure(
        html,
        "Honest peers excluded, by share of attackers (ours: the worst strategy at each share)",
        new LineChart(ChartSize.WIDE, percent("attackers"), percent("honest excluded"))
            .curve(
                "the paper's rules",
                points(
                    report.paper(),
                    PaperFigures.Attack::attackers,
                    PaperFigures.Attack::honestExcluded))
            .curve(
                "ours",
                points(
                    report.ours(), TrustReport.Worst::attackers, TrustReport.Worst::honestExcluded))
            .curve(
                "as the paper prints it",
                points(Arrays.asList(PaperFit.FIGURE_4), point -> point[0], point -> point[1])));
    figure(
        html,
        "Liars left after fifty periods; the paper's after 500 cycles",
        new LineChart(ChartSize.WIDE, percent("attackers"), percent("left"))
            .curve(
                "the paper",
                points(
                    report.paper(),
                    PaperFigures.Attack::attackers,
                    PaperFigures.Attack::attackersLeft))
            .curve(
                "ours",
                points(
                    report.ours(),
                    TrustReport.Worst::attackers,
                    TrustReport.Worst::attackersLeft)));
    PaperFigures.FreeRiders riders = paper.figure3();
    figure(
        html,
        "Figure 3: verifications for each request, and free riders present",
        new LineChart(ChartSize.WIDE, Axis.of("cycle"), Axis.of("verifications, free riders"))
            .curve("verifications", series(riders.cycles(), riders.verifications()))
            .curve("free riders", series(riders.cycles(), riders.freeRiders())));
    figure(
        html,
        "Figure 6: honest peers excluded at 10 % attackers, by R_initial",
        new LineChart(ChartSize.WIDE, Axis.of("R_initial"), percent("honest excluded"))
            .curve(
                "excluded",
                points(
                    paper.figures5And6(),
                    PaperFigures.Initial::initial,
                    PaperFigures.Initial::honestExcluded)));
    figure(
        html,
        "Figure 5: verifications for each peer in 500 cycles, by R_initial",
        new LineChart(ChartSize.WIDE, Axis.of("R_initial"), Axis.of("verifications"))
            .curve(
                "verifications",
                points(
                    paper.figures5And6(),
                    PaperFigures.Initial::initial,
                    PaperFigures.Initial::verificationsPerPeer)));
    table(html, report);
    checking(html, report);
    sensitivity(html, paper);
    return html.append("</html>\n").toString();
  }

  private static void table(StringBuilder html, TrustReport report) {
    html.append("<h2>Strategies</h2><table><tr><th>strategy<th>attackers<th>honest excluded");
    html.append("<th>honest relieved<th>liars left at 50<th>false per 10,000<th>peak");
    html.append("<th>extra fetches<th>fetched anew</tr>");
    for (TrustReport.Row row : report.strategies()) {
      html.append("<tr><td>").append(Figures.escaped(row.strategy()));
      html.append(
          String.format(
              Locale.ROOT,
              "<td>%.0f %%<td>%.2f ± %.2f %%<td>%.1f %%<td>%.1f ± %.1f %%<td>%.2f ± %.2f<td>%.1f"
                  + "<td>%.1f %%<td>%.1f %%</tr>",
              100 * row.attackers(),
              100 * row.honestExcluded().mean(),
              100 * row.honestExcluded().deviation(),
              100 * row.honestRelieved(),
              100 * row.liarsLeftAt50().mean(),
              100 * row.liarsLeftAt50().deviation(),
              row.falsePer10000().mean(),
              row.falsePer10000().deviation(),
              row.peakFalsePer10000(),
              100 * row.extraFetchShare().mean(),
              100 * row.refetchShare()));
    }
    html.append("</table>");
  }

  private static void checking(StringBuilder html, TrustReport report) {
    html.append("<h2>What to check: 1/n after n good results, or P_ver</h2><table><tr><th>rule");
    html.append("<th>strategy<th>floor<th>false per 10,000<th>peak<th>extra fetches");
    html.append("<th>periods to exclusion</tr>");
    for (TrustReport.Policy row : report.checking()) {
      html.append("<tr><td>").append(Figures.escaped(row.policy()));
      html.append("<td>").append(Figures.escaped(row.strategy()));
      html.append(
          String.format(
              Locale.ROOT,
              "<td>%.3f<td>%.2f ± %.2f<td>%.1f<td>%.2f %%<td>%.1f</tr>",
              row.floor(),
              row.falsePer10000().mean(),
              row.falsePer10000().deviation(),
              row.peakFalsePer10000(),
              100 * row.extraFetchShare(),
              row.periodsToExclusion()));
    }
    html.append("</table>");
  }

  private static void sensitivity(StringBuilder html, PaperFigures.Report paper) {
    html.append("<h2>The paper's figures when one constant is another</h2><table><tr>");
    html.append("<th>constant<th>value<th>lost at 10 %<th>20 %<th>30 %");
    html.append("<th>verifications a request<th>free riders stay<th>slope of figure 6</tr>");
    for (PaperFigures.Sensitivity row : paper.sensitivity()) {
      html.append("<tr><td>").append(Figures.escaped(row.constant()));
      html.append(
          String.format(
              Locale.ROOT,
              "<td>%.3f<td>%.1f %%<td>%.1f %%<td>%.1f %%<td>%.3f<td>%.1f<td>%.3f</tr>",
              row.value(),
              100 * row.lostAt10(),
              100 * row.lostAt20(),
              100 * row.lostAt30(),
              row.verifications(),
              row.freeRidersStay(),
              row.slope()));
    }
    html.append("</table>");
  }

  private static Axis percent(String name) {
    return Axis.of(name).writing(Figures::percent);
  }

  private static void figure(StringBuilder html, String title, LineChart chart) {
    html.append("<figure><figcaption>").append(Figures.escaped(title)).append("</figcaption>");
    html.append(chart.svg()).append("</figure>");
  }

  private interface Figure<T> {
    double of(T row);
  }

  private static <T> List<LineChart.Point> points(List<T> rows, Figure<T> x, Figure<T> y) {
    return rows.stream().map(row -> new LineChart.Point(x.of(row), y.of(row))).toList();
  }

  private static List<LineChart.Point> series(List<Integer> x, List<Double> y) {
    return IntStream.range(0, x.size())
        .mapToObj(i -> new LineChart.Point(x.get(i), y.get(i)))
        .toList();
  }
}
