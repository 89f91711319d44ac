package org.orbweaver.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.torrent.SafeText;

/**
 * A table for a person: columns as wide as they must be, numbers to the right, only so many rows.
 */
public final class TableRows implements RowPrinter {
  private static final int WIDEST = 60;

  private final PrintWriter out;
  private final int most;
  private final List<List<String>> rows = new ArrayList<>();
  private List<String> names = List.of();
  private boolean[] numeric = {};
  private boolean more;

  public TableRows(PrintWriter out, int most) {
    this.out = out;
    this.most = most;
  }

  @Override
  public void columns(List<String> columns) {
    names = columns;
    numeric = new boolean[columns.size()];
  }

  @Override
  public boolean row(List<@Nullable Object> values) {
    if (rows.size() == most) {
      more = true;
      return false;
    }
    List<String> row = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      numeric[i] |= value instanceof Number;
      row.add(text(value));
    }
    rows.add(row);
    return true;
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "–";
      case Double number when number == Math.rint(number) && Math.abs(number) < 1e15 ->
          String.format(Locale.ROOT, "%.1f", number);
      case Double number -> String.format(Locale.ROOT, "%.6g", number);
      default -> shortened(SafeText.harmless(value.toString()));
    };
  }

  private static String shortened(String text) {
    return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
  }

  @Override
  public void close() {
    if (names.isEmpty()) {
      return;
    }
    Columns columns = new Columns(names);
    for (int i = 0; i < numeric.length; i++) {
      if (numeric[i]) {
        columns.toTheRight(i);
      }
    }
    rows.forEach(columns::add);
    columns.print(out, "");
    if (more) {
      out.printf("… and more: --rows, --csv or --json show them%n");
    }
    out.flush();
  }
}
