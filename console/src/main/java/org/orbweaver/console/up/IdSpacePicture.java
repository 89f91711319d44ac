package org.orbweaver.console.up;

import java.util.Locale;
import org.orbweaver.app.up.SweepView;
import org.orbweaver.census.analysis.Table;

/**
 * The ID space as a square of 256 cells, each as dark as it is full: a Hilbert curve keeps
 * neighbours in the ID space neighbours in the picture. Where IDs are drawn by chance the square is
 * even; a dark cell is a crowd, a pale one a blind spot of the crawl.
 */
final class IdSpacePicture {
  private static final int SIDE = 16;
  private static final int CELL = 20;
  private static final int LEVELS = 5;

  private IdSpacePicture() {}

  static void draw(Html html, ConsoleWords words, Table spaces) {
    long[] ids = new long[SIDE * SIDE];
    for (Table.Row row : spaces.rows()) {
      ids[Integer.parseInt(row.text("prefix"), 16)] = row.count("ids");
    }
    double mean = java.util.Arrays.stream(ids).average().orElse(0);
    double deviation = Math.sqrt(Math.max(1, mean));
    begin(html, words.get("space"), words.get("space.label", words.number(Math.round(mean))));
    for (int i = 0; i < ids.length; i++) {
      // Levels are deviations from what chance gives: two of them are nothing special.
      long level = Math.round(LEVELS / 2.0 + (ids[i] - mean) / deviation / 2);
      cell(html, i, level, words.number(ids[i]));
    }
    html.close();
    html.element("p", words.get("space.key", words.number(Math.round(mean))), "class", "soft");
    html.close();
  }

  /** A census that is being taken: each part as dark as it is known. */
  static void draw(Html html, ConsoleWords words, SweepView sweep) {
    String share = words.share(sweep.share());
    begin(html, words.get("sweep"), words.get("sweep.label", share));
    for (int i = 0; i < SIDE * SIDE; i++) {
      double known = sweep.known().isEmpty() ? 0 : sweep.known().get(i);
      cell(html, i, (long) (known * LEVELS), words.share(known));
    }
    html.close();
    String how =
        words.get("sweep.key", share, words.number(sweep.nodes()), words.number(sweep.packets()));
    html.element("p", how, "class", "soft").close();
  }

  private static void begin(Html html, String caption, String label) {
    html.open("figure", "class", "card picture").element("figcaption", caption);
    String box = "0 0 " + SIDE * CELL + " " + SIDE * CELL;
    html.open("svg", "class", "space", "viewBox", box, "role", "img", "aria-label", label);
  }

  private static void cell(Html html, int number, long level, String value) {
    int[] at = place(number);
    html.open(
        "rect",
        "class",
        "heat" + Math.clamp(level, 0, LEVELS - 1),
        "x",
        String.valueOf(at[0] * CELL),
        "y",
        String.valueOf(at[1] * CELL),
        "width",
        String.valueOf(CELL - 2),
        "height",
        String.valueOf(CELL - 2),
        "rx",
        "3");
    html.element("title", String.format(Locale.ROOT, "0x%02x: %s", number, value)).close();
  }

  /** Where on the Hilbert curve a subspace lies. */
  private static int[] place(int number) {
    int x = 0;
    int y = 0;
    int rest = number;
    for (int s = 1; s < SIDE; s *= 2) {
      int right = 1 & (rest / 2);
      int up = 1 & (rest ^ right);
      if (up == 0) {
        if (right == 1) {
          x = s - 1 - x;
          y = s - 1 - y;
        }
        int swap = x;
        x = y;
        y = swap;
      }
      x += s * right;
      y += s * up;
      rest /= 4;
    }
    return new int[] {x, y};
  }
}
