package org.orbweaver.console.up;

import static org.orbweaver.console.up.PageParts.figure;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.orbweaver.census.analysis.Table;

/**
 * Countries on a map of dots, each with a circle as large as it has nodes. The land is a grid of
 * three degrees, so the map is a few kilobytes and needs nothing from anywhere else.
 */
final class WorldMap {
  private static final double DEGREES = 3;
  private static final double NORTH = 78;
  private static final double STEP = 6;
  private static final double LARGEST = 22;
  private static final int NAMED = 6;
  private static final String UNKNOWN = "??";
  private static final List<String> LAND = List.of(text("land.txt").split("\n"));
  private static final Properties MIDDLES = middles();

  private WorldMap() {}

  private static String text(String name) {
    try (InputStream file = WorldMap.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  private static Properties middles() {
    Properties middles = new Properties();
    try {
      middles.load(new java.io.StringReader(text("middles.properties")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the countries", e);
    }
    return middles;
  }

  /**
   * @param countries with the columns country and nodes, the largest first
   */
  static void draw(Html html, ConsoleWords words, List<Table.Row> countries) {
    List<Table.Row> known =
        countries.stream().filter(row -> MIDDLES.containsKey(row.text("country"))).toList();
    html.open("figure", "class", "card picture");
    html.element("figcaption", words.get("map"));
    double width = 360 / DEGREES * STEP;
    double height = LAND.size() * STEP;
    html.open(
        "svg",
        "class",
        "world",
        "viewBox",
        "0 0 " + figure(width) + " " + figure(height),
        "role",
        "img",
        "aria-label",
        words.get("map.label", known.size()));
    html.element("path", "", "class", "land", "d", land());
    long most = known.isEmpty() ? 1 : known.getFirst().count("nodes");
    for (Table.Row row : known) {
      circle(html, words, row, most);
    }
    html.close();
    if (known.isEmpty()) {
      html.element("p", words.get("map.none"), "class", "soft");
    } else {
      names(html, words, known, countries);
    }
    html.close();
  }

  /** All dots in one path: a line of no length with round ends is a dot. */
  private static String land() {
    StringBuilder dots = new StringBuilder();
    for (int y = 0; y < LAND.size(); y++) {
      for (int x = 0; x < LAND.get(y).length(); x++) {
        if (LAND.get(y).charAt(x) == '#') {
          dots.append('M').append(figure(x * STEP + STEP / 2)).append(' ');
          dots.append(figure(y * STEP + STEP / 2)).append("h0");
        }
      }
    }
    return dots.toString();
  }

  private static void circle(Html html, ConsoleWords words, Table.Row row, long most) {
    String[] middle = MIDDLES.getProperty(row.text("country")).split(" ");
    double x = (Double.parseDouble(middle[1]) + 180) / DEGREES * STEP;
    double y = (NORTH - Double.parseDouble(middle[0])) / DEGREES * STEP;
    double size = Math.max(2, LARGEST * Math.sqrt((double) row.count("nodes") / most));
    html.open("circle", "class", "place", "cx", figure(x), "cy", figure(y), "r", figure(size));
    html.element("title", name(words, row) + ": " + words.number(row.count("nodes"))).close();
  }

  private static String name(ConsoleWords words, Table.Row row) {
    return Locale.of("", row.text("country")).getDisplayCountry(Locale.of(words.language()));
  }

  private static void names(
      Html html, ConsoleWords words, List<Table.Row> known, List<Table.Row> all) {
    long sum = all.stream().mapToLong(row -> row.count("nodes")).sum();
    long unknown =
        all.stream()
            .filter(row -> row.text("country").equals(UNKNOWN))
            .mapToLong(row -> row.count("nodes"))
            .sum();
    html.open("ul", "class", "legend");
    for (Table.Row row : known.subList(0, Math.min(NAMED, known.size()))) {
      html.element("li", name(words, row) + " " + words.share((double) row.count("nodes") / sum));
    }
    if (unknown > 0) {
      html.element("li", words.get("map.unknown", words.share((double) unknown / sum)));
    }
    html.close();
  }
}
