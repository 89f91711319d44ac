package org.orbweaver.sim.world;

/**
 * How nodes come and go.
 *
 * @param epoch the world's time zero in nanoseconds since the Unix epoch; sessions have been going
 *     on for a week before it
 * @param rhythm from 0, no daily rhythm, to 1: how much likelier than on average a node comes back
 *     at 21 hours of its local time, and how much less likely at 9. Beyond, up to 16, returns crowd
 *     into ever fewer hours of the evening
 */
public record ChurnOptions(SessionLengths sessions, double rhythm, long epoch) {
  /** Splider saw 132 million IDs in a day and 16.4 million at a time: whoever can come is away. */
  public static final double AWAY_IN_SPLIDERS_DAY = 0.6;

  public ChurnOptions {
    if (!(rhythm >= 0 && rhythm <= 16)) {
      throw new IllegalArgumentException("a daily rhythm is 0 to 16, not " + rhythm);
    }
  }

  /**
   * Splider's sessions and a mild rhythm: the population dips to 0.83 of its peak. Half of all
   * nodes online at a time are in sessions of more than a day, which no evening starts.
   */
  public static ChurnOptions splider(long epoch) {
    return new ChurnOptions(SessionLengths.splider(), 1, epoch);
  }

  /**
   * Splider's sessions and the dip of its figure 7, to 0.60 of the peak, provided that most of the
   * nodes are away at a time: {@link #AWAY_IN_SPLIDERS_DAY}.
   */
  public static ChurnOptions splidersDay(SessionLengths sessions, long epoch) {
    return new ChurnOptions(sessions, 12, epoch);
  }
}
