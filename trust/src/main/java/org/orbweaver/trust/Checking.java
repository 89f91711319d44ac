package org.orbweaver.trust;

/**
 * Which share of a peer's captures is fetched again by others.
 *
 * <p>{@link #ADAPTIVE} is BOINC's adaptive replication: about c/n after n good results, never less
 * than a floor, all of them from the start again after a bad one. {@link #HEURISTIC} is the paper's
 * P_ver with the same floor. Which is better at equal cost {@code orb lab trust} compares; the
 * first is in use because after a contradiction it looks closely for longer.
 */
public enum Checking {
  ADAPTIVE {
    @Override
    public double share(int sinceContradicted) {
      return Math.clamp(SLOWLY / Math.max(1, sinceContradicted), FLOOR, 1);
    }
  },
  HEURISTIC {
    @Override
    public double share(int sinceContradicted) {
      double reputation = Math.min(FALLS_TO + PASSED * sinceContradicted, 1);
      return Math.min(FLOOR - (reputation + 1) / 2 + 1, 1);
    }
  };

  /** Captures checked of a peer with nothing against it. */
  public static final double FLOOR = 0.07;

  /**
   * All fetching for the sake of trust together is at most this share of the captures of the last
   * {@link Period#TESTIMONY_LASTS} periods.
   */
  public static final double MOST_EXTRA = 0.10;

  /**
   * In a single period it may be twice as much: what quiet times have spared serves in bad ones.
   */
  public static final double MOST_AT_ONCE = 0.20;

  private static final double SLOWLY = 10;
  private static final double PASSED = 0.2;
  private static final double FALLS_TO = -0.2;

  /**
   * @param sinceContradicted good captures since the last that a jury contradicted
   */
  public abstract double share(int sinceContradicted);

  /** How many of the next captures are checked, if all of them are found good. */
  public double checks(int sinceContradicted, int captures) {
    double checks = 0;
    for (int i = 0; i < captures; i++) {
      double share = share(sinceContradicted + (int) checks);
      if (share <= FLOOR) {
        return checks + (captures - i) * FLOOR;
      }
      checks += share;
    }
    return checks;
  }
}
