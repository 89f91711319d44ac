package org.orbweaver.census.chart;

/** How large a chart is drawn: over the whole width of the page, or beside another. */
public enum ChartSize {
  WIDE(1000, 250),
  HALF(490, 220);

  private final int width;
  private final int height;

  ChartSize(int width, int height) {
    this.width = width;
    this.height = height;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }
}
