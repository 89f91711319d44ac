package org.orbweaver.console.index;

import java.util.List;
import org.orbweaver.indexer.store.PastCount;

/** Seeders over time in one line of text, relative to the most there were. */
final class SparkLine {
  private static final String STEPS = "▁▂▃▄▅▆▇█";

  private SparkLine() {}

  static String of(List<PastCount> counts) {
    int most = counts.stream().mapToInt(PastCount::seeders).max().orElse(0);
    StringBuilder line = new StringBuilder();
    if (counts.size() > 1) {
      for (PastCount count : counts) {
        line.append(STEPS.charAt(most == 0 ? 0 : (STEPS.length() - 1) * count.seeders() / most));
      }
    }
    return line.toString();
  }
}
