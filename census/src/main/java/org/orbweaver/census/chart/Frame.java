package org.orbweaver.census.chart;

import java.util.Locale;

/** The frame of a chart: axes with their ticks and names, into which others draw. */
final class Frame {
  private static final int LEFT = 56;
  private static final int RIGHT = 14;
  private static final int TOP = 14;
  private static final int BOTTOM = 44;

  private final ChartSize size;
  private final Scale across;
  private final Scale up;
  private final StringBuilder svg = new StringBuilder(4096);

  Frame(String label, ChartSize size, Scale across, Scale up) {
    this.size = size;
    this.across = across;
    this.up = up;
    draw(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">",
        size.width(), size.height(), Figures.escaped(label));
  }

  double x(double value) {
    return LEFT + across.place(value) * (size.width() - LEFT - RIGHT);
  }

  double y(double value) {
    return size.height()
        - BOTTOM
        - Math.clamp(up.place(value), 0, 1) * (size.height() - TOP - BOTTOM);
  }

  double floor() {
    return size.height() - BOTTOM;
  }

  @SuppressWarnings("AnnotateFormatMethod") // not worth a dependency
  void draw(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }

  void axes(Axis acrossAxis, Axis upAxis) {
    for (double tick : up.ticks()) {
      draw(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
          LEFT, size.width() - RIGHT, y(tick), y(tick));
      draw(
          "<text class=\"tick\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT - 7, y(tick) + 4, upAxis.text().apply(tick));
    }
    for (double tick : acrossAxis.ticks().isEmpty() ? across.ticks() : acrossAxis.ticks()) {
      draw(
          "<text class=\"tick\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>",
          x(tick), floor() + 17, acrossAxis.text().apply(tick));
    }
    draw(
        "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>",
        LEFT, size.width() - RIGHT, floor(), floor());
    draw(
        "<text class=\"name\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
        size.width() - RIGHT, size.height() - 6, Figures.escaped(acrossAxis.name()));
    draw(
        "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>",
        LEFT, size.height() - 6, Figures.escaped("↑ " + upAxis.name()));
  }

  String end() {
    return svg.append("</svg>").toString();
  }
}
