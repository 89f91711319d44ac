package org.orbweaver.census.chart;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns along a number line, each as wide as its class; a band behind them tells what is usual.
 */
public final class ColumnChart {
  /**
   * One column.
   *
   * @param from where its class begins
   * @param title what a pointer that rests on it reads
   */
  public record Column(double from, double height, String title) {}

  /** What chance gives: between these two, about the middle. */
  public record Band(double low, double middle, double high) {}

  private final Axis across;
  private final Axis up;
  private final double width;
  private final List<Column> columns;
  private @Nullable Band band;

  /**
   * @param width of each class
   */
  public ColumnChart(Axis across, Axis up, double width, List<Column> columns) {
    this.across = across;
    this.up = up;
    this.width = width;
    this.columns = List.copyOf(columns);
  }

  public ColumnChart before(Band usual) {
    band = usual;
    return this;
  }

  public String svg() {
    double first = columns.stream().mapToDouble(Column::from).min().orElse(0);
    double last = columns.stream().mapToDouble(Column::from).max().orElse(1) + width;
    double most = columns.stream().mapToDouble(Column::height).max().orElse(1);
    double top = band == null ? most : Math.max(most, band.high());
    Frame frame =
        new Frame(
            up.name() + " by " + across.name(),
            ChartSize.WIDE,
            Scale.exact(first, last),
            Scale.linear(0, top));
    frame.axes(across, up);
    for (Column column : columns) {
      double left = frame.x(column.from());
      double gap = Math.min(2, 0.15 * (frame.x(column.from() + width) - left));
      frame.draw(
          "<rect class=\"column\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\""
              + " height=\"%.2f\"><title>%s</title></rect>",
          left + gap / 2,
          frame.y(column.height()),
          frame.x(column.from() + width) - left - gap,
          frame.floor() - frame.y(column.height()),
          Figures.escaped(column.title()));
    }
    draw(frame, first, last);
    return frame.end();
  }

  private void draw(Frame frame, double first, double last) {
    if (band != null) {
      frame.draw(
          "<rect class=\"band\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
          frame.x(first),
          frame.y(band.high()),
          frame.x(last) - frame.x(first),
          frame.y(band.low()) - frame.y(band.high()));
      frame.draw(
          "<line class=\"usual\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>",
          frame.x(first), frame.x(last), frame.y(band.middle()), frame.y(band.middle()));
    }
  }
}
