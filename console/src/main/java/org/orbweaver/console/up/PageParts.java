package org.orbweaver.console.up;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** What several pages are made of: figures, tables, bars, small curves, times. */
final class PageParts {
  private static final int SPARK_WIDTH = 120;
  private static final int SPARK_HEIGHT = 28;
  private static final DateTimeFormatter EXACT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT);

  private final Html html;
  private final ConsoleWords words;
  private final Instant now;

  PageParts(Html html, ConsoleWords words, Instant now) {
    this.html = html;
    this.words = words;
    this.now = now;
  }

  void figure(String name, String value) {
    html.open("div", "class", "figure").element("span", words.get(name)).element("strong", value);
    html.close();
  }

  /** A figure with what it was in the last minutes. */
  void figure(String name, String value, List<Double> course) {
    html.open("div", "class", "figure").element("span", words.get(name)).element("strong", value);
    spark(course);
    html.close();
  }

  private void spark(List<Double> course) {
    double most = course.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (course.size() < 3 || most <= 0) {
      return;
    }
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < course.size(); i++) {
      double x = (double) SPARK_WIDTH * i / (course.size() - 1);
      double y = SPARK_HEIGHT - 2 - (SPARK_HEIGHT - 4) * course.get(i) / most;
      points.append(figure(x)).append(',').append(figure(y)).append(' ');
    }
    html.open(
        "svg",
        "class",
        "spark-line",
        "viewBox",
        "0 0 " + SPARK_WIDTH + " " + SPARK_HEIGHT,
        "preserveAspectRatio",
        "none",
        "aria-hidden",
        "true");
    html.element("polyline", "", "points", points.toString().strip()).close();
  }

  static String figure(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** How long ago, with the exact time for whoever points at it. */
  void time(Instant at) {
    String exact = EXACT.format(at.atOffset(ZoneOffset.UTC));
    html.element("time", words.ago(at, now), "datetime", at.toString(), "title", exact);
  }

  /** A table that scrolls by itself where the screen is narrow; ends with {@link #endTable}. */
  void table(String label, String... columns) {
    html.open(
        "div",
        "class",
        "scroll",
        "tabindex",
        "0",
        "role",
        "region",
        "aria-label",
        words.get(label));
    html.open("table").open("thead").open("tr");
    for (String column : columns) {
      if (column.isEmpty()) {
        html.element("td", "");
      } else {
        html.element("th", words.get(column), "scope", "col");
      }
    }
    html.close().close().open("tbody");
  }

  void endTable() {
    html.close().close().close();
  }

  void number(long value) {
    html.element("td", words.number(value), "class", "number");
  }

  /** A share of a whole as a bar, with its words beside it. */
  void bar(String name, long value, long most) {
    html.open("div", "class", "bar").element("span", name);
    html.element(
        "progress",
        "",
        "max",
        String.valueOf(Math.max(1, most)),
        "value",
        String.valueOf(value),
        "aria-label",
        name);
    html.element("span", words.number(value), "class", "number").close();
  }

  void empty(String sentence, String... values) {
    html.element("p", words.get(sentence, (Object[]) values), "class", "empty");
  }

  void badge(String kind, String text) {
    html.element("span", text, "class", "badge " + kind);
  }
}
