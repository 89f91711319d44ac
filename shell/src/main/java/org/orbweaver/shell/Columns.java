package org.orbweaver.shell;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows under their heads, each column as wide as it must be. */
public final class Columns {
  private final List<List<String>> rows = new ArrayList<>();
  private final boolean[] toTheRight;

  public Columns(List<String> heads) {
    rows.add(List.copyOf(heads));
    toTheRight = new boolean[heads.size()];
  }

  /** Numbers stand to the right, so that they can be compared. */
  void toTheRight(int column) {
    toTheRight[column] = true;
  }

  public void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  public void print(PrintWriter out, String indent) {
    int[] widths = new int[toTheRight.length];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < widths.length; i++) {
        String gap = " ".repeat(widths[i] - row.get(i).length());
        line.append(toTheRight[i] ? gap + row.get(i) : row.get(i) + gap).append("  ");
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
