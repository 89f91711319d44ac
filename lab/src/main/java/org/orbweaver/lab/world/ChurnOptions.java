package org.orbweaver.lab.world;

/**
 * How nodes come and go.
 *
 * @param epoch the world's time zero in nanoseconds since the Unix epoch; sessions have been going
 *     on for a week before it
 * @param rhythm how much likelier than on average a node comes back at 21 hours of its local time,
 *     and how much less likely at 9: from 0, no daily rhythm, to 1
 */
public record ChurnOptions(SessionLengths sessions, double rhythm, long epoch) {
  public ChurnOptions {
    if (!(rhythm >= 0 && rhythm <= 1)) {
      throw new IllegalArgumentException("a daily rhythm is 0 to 1, not " + rhythm);
    }
  }

  /**
   * Splider's sessions and the strongest rhythm. The population then dips to 0.83 of its peak, not
   * to the 0.60 of figure 7: half of all nodes online at a time are in sessions of more than a day.
   */
  public static ChurnOptions splider(long epoch) {
    return new ChurnOptions(SessionLengths.splider(), 1, epoch);
  }
}
