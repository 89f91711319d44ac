package org.orbweaver.trust;

/**
 * What a peer gets for verified work. A new key starts with little to lose and little to get, and
 * all new keys of a network share what one would get: leaving and coming back never pays.
 */
public final class Quota {
  private static final int NEWCOMER = 20;
  private static final int FOR_EACH_VERIFIED = 5;
  private static final int FIRST_PLACE = 200;

  private Quota() {}

  /**
   * How many captures of a period are taken from a peer.
   *
   * @param verified its own, in the window
   * @param siblings how many keys its network has
   */
  public static int captures(int verified, int siblings) {
    return NEWCOMER / Math.max(1, siblings) + FOR_EACH_VERIFIED * verified;
  }

  /** Its weight where people are drawn; {@link Electorate} bounds it for each network. */
  public static int places(int verified) {
    return Math.min(Elector.MOST_PLACES, verified / FIRST_PLACE);
  }
}
