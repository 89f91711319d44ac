package org.orbweaver.lab.overlay;

import java.time.Duration;

/**
 * How bad it gets.
 *
 * @param task how long the work on one page takes, in the mean
 * @param parting whether the network falls apart for a while, now and then
 * @param faultsPerStep chance of a misfortune every five seconds
 * @param chaos how long misfortunes go on
 * @param rounds how often every page is visited; the last round begins when misfortunes end
 * @param sealed whether peers shake hands, seal their messages and sign their results
 * @param patience how long the swarm then has to finish
 */
public record ChaosOptions(
    int peers,
    int pages,
    int links,
    int copies,
    int slots,
    Duration task,
    double loss,
    double duplicated,
    boolean sealed,
    boolean parting,
    double faultsPerStep,
    Duration chaos,
    int rounds,
    Duration patience) {
  public static final ChaosOptions DEFAULT =
      new ChaosOptions(
          12,
          3000,
          6,
          3,
          2,
          Duration.ofSeconds(4),
          0.02,
          0.02,
          true,
          true,
          0.25,
          Duration.ofMinutes(10),
          1,
          Duration.ofMinutes(60));
}
