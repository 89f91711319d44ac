package org.orbweaver.lab.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.orbweaver.census.chart.Axis;
import org.orbweaver.census.chart.ChartSize;
import org.orbweaver.census.chart.Figures;
import org.orbweaver.census.chart.LineChart;

/** Plans side by side as one HTML page, with what changes if peers were other than they are. */
public final class PlanPage {
  private static final String HEAD =
      """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>Orbweaver: how many peers?</title>
      <meta name="viewport" content="width=device-width">
      <style>
      :root{color-scheme:light dark;--ink:light-dark(#1b1f24,#e6e6e6);--line:light-dark(#d0d7de,#444)}
      body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink)}
      table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);padding:.3rem .5rem;text-align:right}
      td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}svg text{fill:currentColor;font-size:12px}
      svg path,svg polyline,svg line{stroke:currentColor;fill:none}figure{margin:2rem 0}
      </style>
      <h1>How many peers does it take?</h1>
      <p>The Herodotus thesis, chapters 3 and 6, as a calculator. Where the thesis rounds (56 TB, 17.5 TB a
      month, 12,810 peers), this page does not. Where it errs: six copies on peers that are up 80 % of the
      time are all out of reach with a chance of 0.2⁶ = 0.0064 %, not 0.3 %; so six copies are needed
      because repair takes sixty days, not for availability.</p>
      """;

  private PlanPage() {}

  public static String html(List<Capacity> plans) {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("<table><tr><th>");
    plans.forEach(plan -> page.append("<th>").append(Figures.escaped(title(plan))));
    row(page, plans, "one snapshot on disk, TB", plan -> "%,.1f".formatted(plan.snapshotTb()));
    row(page, plans, "a month adds, TB", plan -> "%,.1f".formatted(plan.perMonthTb()));
    row(page, plans, "all of it, with copies, TB", plan -> "%,.0f".formatted(plan.withCopiesTb()));
    row(page, plans, "peers whose disks suffice", plan -> "%,d".formatted(plan.leastPeers()));
    row(page, plans, "rates for so many peers", plan -> "%,d".formatted(plan.peers()));
    row(
        page,
        plans,
        "addresses a peer asks for a day",
        plan -> "%,.0f".formatted(plan.urlsPerPeer()));
    row(page, plans, "fetching, kbit/s up / down", plan -> pair(plan.fetchUp(), plan.fetchDown()));
    row(page, plans, "links, kbit/s up / down", plan -> pair(plan.links(), plan.links()));
    row(page, plans, "copies, kbit/s up / down", plan -> pair(plan.copyUp(), plan.copyUp()));
    row(
        page,
        plans,
        "repair, kbit/s up / down",
        plan -> pair(plan.repairDown() / 2, plan.repairDown()));
    row(page, plans, "together, kbit/s up / down", plan -> pair(plan.up(), plan.down()));
    row(page, plans, "lost when a peer goes", plan -> Figures.percent(plan.lossPerDeparture()));
    row(page, plans, "out of reach at a moment", plan -> Figures.percent(plan.unreachable()));
    page.append("</table>");
    figure(
        page,
        "Peers needed, by what each gives",
        "gigabytes a peer",
        "peers",
        plans,
        50,
        2000,
        (plan, gigabytes) ->
            Capacity.of(
                    plan.web(), plan.peer().withDisk(gigabytes * 1e9), 0, plan.eachHolderFetches())
                .leastPeers());
    figure(
        page,
        "Lost when a peer goes, by the number of copies (one in …)",
        "copies",
        "one in",
        plans,
        2,
        8,
        (plan, copies) -> 1 / plan.peer().withCopies((int) copies).lossPerDeparture());
    return page.append("</html>\n").toString();
  }

  private interface Cell {
    String of(Capacity plan);
  }

  private interface Curve {
    double at(Capacity plan, double x);
  }

  private static String title(Capacity plan) {
    return plan.web().name()
        + ", r = "
        + plan.peer().copies()
        + (plan.eachHolderFetches() ? ", each holder fetches" : ", fetched once");
  }

  private static String pair(double up, double down) {
    return String.format(Locale.ROOT, "%,.1f / %,.1f", up, down);
  }

  private static void row(StringBuilder page, List<Capacity> plans, String name, Cell cell) {
    page.append("<tr><td>").append(name);
    plans.forEach(plan -> page.append("<td>").append(cell.of(plan)));
  }

  private static void figure(
      StringBuilder page,
      String caption,
      String across,
      String up,
      List<Capacity> plans,
      double from,
      double to,
      Curve curve) {
    LineChart chart = new LineChart(ChartSize.WIDE, Axis.of(across), Axis.of(up));
    for (Capacity plan : plans) {
      chart = chart.curve(title(plan), points(from, to, x -> curve.at(plan, x)));
    }
    page.append("<figure><figcaption>").append(caption).append("</figcaption>");
    page.append(chart.svg()).append("</figure>");
  }

  private static List<LineChart.Point> points(double from, double to, DoubleUnaryOperator y) {
    List<LineChart.Point> points = new ArrayList<>();
    int steps = to - from <= 10 ? (int) (to - from) : 60;
    for (int i = 0; i <= steps; i++) {
      double x = from + (to - from) * i / steps;
      points.add(new LineChart.Point(x, y.applyAsDouble(x)));
    }
    return points;
  }
}
