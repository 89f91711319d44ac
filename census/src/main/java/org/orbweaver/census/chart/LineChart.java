package org.orbweaver.census.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Curves over a common axis, with a legend if there are several. */
public final class LineChart {
  private static final int DOTS_UP_TO = 30;

  /** One point of a curve. */
  public record Point(double x, double y) {}

  private record Curve(String name, List<Point> points) {}

  private final ChartSize size;
  private final Axis across;
  private final Axis up;
  private final List<Curve> curves = new ArrayList<>();
  private boolean logAcross;

  public LineChart(ChartSize size, Axis across, Axis up) {
    this.size = size;
    this.across = across;
    this.up = up;
  }

  public LineChart curve(String name, List<Point> points) {
    curves.add(
        new Curve(
            name,
            points.stream()
                .filter(each -> Double.isFinite(each.x()) && Double.isFinite(each.y()))
                .toList()));
    return this;
  }

  public LineChart logarithmicAcross() {
    logAcross = true;
    return this;
  }

  public String svg() {
    double[] x = range(true);
    double[] y = range(false);
    Scale scale =
        logAcross ? Scale.logarithmic(Math.max(x[0], 1e-6), x[1]) : Scale.exact(x[0], x[1]);
    Frame frame =
        new Frame(up.name() + " over " + across.name(), size, scale, Scale.linear(y[0], y[1]));
    frame.axes(across, up);
    for (int i = 0; i < curves.size(); i++) {
      draw(frame, curves.get(i), i + 1);
    }
    return legend() + frame.end();
  }

  private void draw(Frame frame, Curve curve, int number) {
    StringBuilder path = new StringBuilder();
    for (Point point : curve.points()) {
      path.append(path.isEmpty() ? 'M' : 'L')
          .append(String.format(Locale.ROOT, "%.1f %.1f", frame.x(point.x()), frame.y(point.y())));
    }
    frame.draw("<path class=\"line c%d\" d=\"%s\"/>", number, path);
    if (curve.points().size() <= DOTS_UP_TO) {
      for (Point point : curve.points()) {
        frame.draw(
            "<circle class=\"dot c%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"><title>%s:"
                + " %s</title></circle>",
            number,
            frame.x(point.x()),
            frame.y(point.y()),
            across.text().apply(point.x()),
            up.text().apply(point.y()));
      }
    }
  }

  private String legend() {
    if (curves.size() < 2) {
      return "";
    }
    StringBuilder legend = new StringBuilder("<p class=\"legend\">");
    for (int i = 0; i < curves.size(); i++) {
      legend
          .append("<span><i class=\"c")
          .append(i + 1)
          .append("\"></i>")
          .append(Figures.escaped(curves.get(i).name()))
          .append("</span>");
    }
    return legend.append("</p>").toString();
  }

  private double[] range(boolean acrossAxis) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (Curve curve : curves) {
      for (Point point : curve.points()) {
        double value = acrossAxis ? point.x() : point.y();
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    }
    return low > high ? new double[] {0, 1} : new double[] {low, high};
  }
}
