package org.orbweaver.sim.world;

/**
 * What goes wrong in a world; all off in {@link #NONE}, where the calibration holds. Foes with IDs
 * of their own are in {@link PopulationOptions}, comings and goings in {@link ChurnOptions}.
 *
 * @param loss the share of packets lost on their way
 * @param distances whether round trips take as long as distances and last miles demand
 * @param rateLimits whether a node shuts out for 5 minutes an address from which 50 packets come in
 *     10 seconds, as libtorrent does
 * @param privateContacts the share of contacts told with a private address instead of their own
 * @param wrongContacts the share told with an address where nobody is
 * @param spoofers the share of nodes that answer with the queried target as their ID
 * @param ghosts the share that answers get_peers with unrelated addresses
 * @param junk the share whose answers are noise
 * @param oversized the share that tells its whole table in one packet
 */
public record Faults(
    double loss,
    boolean distances,
    boolean rateLimits,
    double privateContacts,
    double wrongContacts,
    double spoofers,
    double ghosts,
    double junk,
    double oversized) {
  public static final Faults NONE = new Faults(0, false, false, 0, 0, 0, 0, 0, 0);

  /** Some of everything: what the real network is thought to be like. */
  public static final Faults ALL =
      new Faults(0.02, true, true, 0.01, 0.01, 0.01, 0.005, 0.005, 0.01);

  public Faults withLoss(double share) {
    return new Faults(
        share,
        distances,
        rateLimits,
        privateContacts,
        wrongContacts,
        spoofers,
        ghosts,
        junk,
        oversized);
  }

  public Faults withDistances() {
    return new Faults(
        loss, true, rateLimits, privateContacts, wrongContacts, spoofers, ghosts, junk, oversized);
  }

  public Faults withRateLimits() {
    return new Faults(
        loss, distances, true, privateContacts, wrongContacts, spoofers, ghosts, junk, oversized);
  }

  public Faults withContacts(double privateShare, double wrongShare) {
    return new Faults(
        loss, distances, rateLimits, privateShare, wrongShare, spoofers, ghosts, junk, oversized);
  }

  public Faults withLiars(double spoofing, double ghosting, double noisy, double verbose) {
    return new Faults(
        loss,
        distances,
        rateLimits,
        privateContacts,
        wrongContacts,
        spoofing,
        ghosting,
        noisy,
        verbose);
  }
}
