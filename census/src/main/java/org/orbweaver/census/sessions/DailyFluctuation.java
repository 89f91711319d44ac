package org.orbweaver.census.sessions;

import java.util.ArrayList;
import java.util.List;

/**
 * How the number of nodes changes over a day: Splider's figure 7.
 *
 * @param hours the mean number of nodes in each hour from the first snapshot on
 * @param dip the hour with fewest by the hour with most; the paper found 0.60
 */
public record DailyFluctuation(List<Hour> hours, double dip) {
  /** One hour, counted from the first snapshot. */
  public record Hour(int hour, double nodes) {}

  /**
   * @param counts the nodes of each snapshot
   * @param pace hours from one snapshot to the next
   */
  public static DailyFluctuation of(List<Integer> counts, double pace) {
    List<Hour> hours = new ArrayList<>();
    double fewest = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int from = 0; from < counts.size(); ) {
      int hour = (int) (from * pace + 1e-9);
      long sum = 0;
      int to = from;
      while (to < counts.size() && (int) (to * pace + 1e-9) == hour) {
        sum += counts.get(to++);
      }
      double mean = (double) sum / (to - from);
      hours.add(new Hour(hour, mean));
      fewest = Math.min(fewest, mean);
      most = Math.max(most, mean);
      from = to;
    }
    return new DailyFluctuation(List.copyOf(hours), fewest / most);
  }
}
