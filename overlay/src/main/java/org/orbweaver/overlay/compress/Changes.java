package org.orbweaver.overlay.compress;

import java.util.Arrays;

/** What a text changed in a model's two tables, to be undone after it. */
sealed interface Changes {
  /** From now on changes are to be undone. */
  void begin();

  /**
   * @param index in the first table or, counted on, in the second
   * @param before what was there
   */
  void note(int index, int before);

  void undo();

  /** Writes each change down: for a text of some hundred bytes much less than a copy. */
  final class Log implements Changes {
    private final int[] first;
    private final int[] second;
    private int[] log = new int[1 << 12];
    private int length;

    Log(int[] first, int[] second) {
      this.first = first;
      this.second = second;
    }

    @Override
    public void begin() {
      length = 0;
    }

    @Override
    public void note(int index, int before) {
      if (length == log.length) {
        log = Arrays.copyOf(log, 2 * length);
      }
      log[length++] = index;
      log[length++] = before;
    }

    @Override
    public void undo() {
      while (length > 0) {
        length -= 2;
        int index = log[length];
        if (index < first.length) {
          first[index] = log[length + 1];
        } else {
          second[index - first.length] = log[length + 1];
        }
      }
    }
  }

  /** Keeps a copy of the tables: a log of a long text would take a thousand times its size. */
  final class Copy implements Changes {
    private final int[] first;
    private final int[] second;
    private int[] firstBefore;
    private int[] secondBefore;

    Copy(int[] first, int[] second) {
      this.first = first;
      this.second = second;
      this.firstBefore = first;
      this.secondBefore = second;
    }

    @Override
    public void begin() {
      firstBefore = first.clone();
      secondBefore = second.clone();
    }

    @Override
    public void note(int index, int before) {}

    @Override
    public void undo() {
      System.arraycopy(firstBefore, 0, first, 0, first.length);
      System.arraycopy(secondBefore, 0, second, 0, second.length);
    }
  }
}
