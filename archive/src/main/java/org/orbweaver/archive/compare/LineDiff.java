package org.orbweaver.archive.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * Two texts line by line, by Myers' algorithm (1986). Where texts have little in common, the search
 * is given up after {@value #MOST_EDITS} edits and the rest is shown as replaced: a page of a
 * stranger must not cost a minute.
 */
public final class LineDiff {
  private static final int MOST_EDITS = 2_000;

  private LineDiff() {}

  /** One line of the two columns. */
  public record Row(String left, String right, boolean same) {}

  public static List<Row> of(List<String> left, List<String> right) {
    int start = 0;
    while (start < left.size()
        && start < right.size()
        && left.get(start).equals(right.get(start))) {
      start++;
    }
    int leftEnd = left.size();
    int rightEnd = right.size();
    while (leftEnd > start
        && rightEnd > start
        && left.get(leftEnd - 1).equals(right.get(rightEnd - 1))) {
      leftEnd--;
      rightEnd--;
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < start; i++) {
      rows.add(new Row(left.get(i), right.get(i), true));
    }
    rows.addAll(middle(left.subList(start, leftEnd), right.subList(start, rightEnd)));
    for (int i = leftEnd; i < left.size(); i++) {
      rows.add(new Row(left.get(i), left.get(i), true));
    }
    return rows;
  }

  private static List<Row> middle(List<String> left, List<String> right) {
    List<int[]> trace = new ArrayList<>();
    int most = Math.min(MOST_EDITS, left.size() + right.size());
    int[] furthest = new int[2 * most + 3];
    for (int edits = 0; edits <= most; edits++) {
      trace.add(furthest.clone());
      for (int k = -edits; k <= edits; k += 2) {
        int at = k + most + 1;
        boolean down = k == -edits || k != edits && furthest[at - 1] < furthest[at + 1];
        int x = down ? furthest[at + 1] : furthest[at - 1] + 1;
        int y = x - k;
        while (x < left.size() && y < right.size() && left.get(x).equals(right.get(y))) {
          x++;
          y++;
        }
        furthest[at] = x;
        if (x >= left.size() && y >= right.size()) {
          return back(left, right, trace, edits, most);
        }
      }
    }
    return beside(left, right);
  }

  private static List<Row> back(
      List<String> left, List<String> right, List<int[]> trace, int edits, int most) {
    List<Row> rows = new ArrayList<>();
    int x = left.size();
    int y = right.size();
    for (int d = edits; d >= 0; d--) {
      int[] furthest = trace.get(d);
      int k = x - y;
      int at = k + most + 1;
      boolean down = k == -d || k != d && furthest[at - 1] < furthest[at + 1];
      int beforeX = down ? furthest[at + 1] : furthest[at - 1];
      int beforeY = beforeX - (down ? k + 1 : k - 1);
      while (x > beforeX && y > beforeY && x > 0 && y > 0) {
        x--;
        y--;
        rows.addFirst(new Row(left.get(x), right.get(y), true));
      }
      if (d > 0) {
        if (down) {
          y--;
          rows.addFirst(new Row("", right.get(y), false));
        } else {
          x--;
          rows.addFirst(new Row(left.get(x), "", false));
        }
      }
    }
    return rows;
  }

  private static List<Row> beside(List<String> left, List<String> right) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
      rows.add(
          new Row(i < left.size() ? left.get(i) : "", i < right.size() ? right.get(i) : "", false));
    }
    return rows;
  }
}
