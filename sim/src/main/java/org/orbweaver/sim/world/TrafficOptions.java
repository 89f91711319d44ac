package org.orbweaver.sim.world;

/**
 * What the world's clients do by themselves, as far as it reaches guests.
 *
 * @param lookupsPerSecond get_peers lookups that all clients together start; a client with five
 *     torrents that announces each every quarter of an hour starts one in three minutes
 * @param announceShare the share of lookups after which the client announces itself
 * @param baitsPerSecond get_peers that foes send to guests for infohashes made up to be close to
 *     the guest's ID: whoever looks them up gives itself away as a harvester
 * @param mostPerHour lookups of one torrent in an hour, on average; those beyond are left out,
 *     which saves time where popular torrents are heard of anyway
 * @param onlyPassing whether lookups that come by no guest are not made, but drawn by their rates
 */
public record TrafficOptions(
    double lookupsPerSecond,
    double announceShare,
    double baitsPerSecond,
    double mostPerHour,
    boolean onlyPassing) {
  public static final TrafficOptions NONE = new TrafficOptions(0, 0, 0);

  /** With all lookups. */
  public TrafficOptions(double lookupsPerSecond, double announceShare, double baitsPerSecond) {
    this(lookupsPerSecond, announceShare, baitsPerSecond, Double.POSITIVE_INFINITY, false);
  }

  public TrafficOptions withMostPerHour(double most) {
    return new TrafficOptions(lookupsPerSecond, announceShare, baitsPerSecond, most, onlyPassing);
  }

  public TrafficOptions drawnByRates() {
    return new TrafficOptions(lookupsPerSecond, announceShare, baitsPerSecond, mostPerHour, true);
  }
}
