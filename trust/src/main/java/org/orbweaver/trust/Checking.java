package org.orbweaver.trust;

/**
 * How much of a peer's captures is fetched again by others.
 *
 * <p>{@link #adaptive} is BOINC's adaptive replication: 1/n after n good results, never less than a
 * floor, all of them from the start again after a bad one. {@link #heuristic} is the paper's P_ver.
 * {@code orb lab trust} compares them at equal cost. 10/n finds no more where there are juries, and
 * takes a quarter of everybody's first three hundred captures: who lies much is found by the floor,
 * and what a newcomer may bring is bounded by its {@link Quota}.
 */
@FunctionalInterface
public interface Checking {
  /** Captures checked of a peer with nothing against it. */
  double FLOOR = 0.07;

  /**
   * All fetching for the sake of trust together is at most this share of the captures of the last
   * {@link Period#TESTIMONY_LASTS} periods.
   */
  double MOST_EXTRA = 0.10;

  /**
   * In a single period it may be twice as much: what quiet times have spared serves in bad ones.
   */
  double MOST_AT_ONCE = 0.20;

  /** In use where juries can be seated. */
  Checking ADAPTIVE = adaptive(FLOOR);

  /**
   * In use where none can: what checkers see is all there is, few peers make few captures, and no
   * jury needs the fetches. After n good results 10/n.
   */
  Checking CLOSE = since -> Math.clamp(10.0 / Math.max(1, since), FLOOR, 1);

  /**
   * BOINC's.
   *
   * @param floor the least that is checked
   */
  static Checking adaptive(double floor) {
    return since -> Math.clamp(1.0 / Math.max(1, since), floor, 1);
  }

  /** The paper's P_ver, with R from -1 to 1, which falls to -0.2 and rises by 0.2. */
  static Checking heuristic(double floor) {
    return since -> Math.min(floor - (Math.min(-0.2 + 0.2 * since, 1) + 1) / 2 + 1, 1);
  }

  /**
   * @param sinceContradicted good captures since the last that a jury contradicted
   */
  double share(int sinceContradicted);

  /** How many of the next captures are checked, if all of them are found good. */
  default double checks(int sinceContradicted, int captures) {
    double least = share(Integer.MAX_VALUE);
    double checks = 0;
    for (int i = 0; i < captures; i++) {
      double share = share(sinceContradicted + (int) checks);
      if (share <= least) {
        return checks + (captures - i) * least;
      }
      checks += share;
    }
    return checks;
  }
}
