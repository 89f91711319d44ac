package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.orbweaver.lab.trust.PaperSwarm.Nature;

/**
 * Looks for constants with which figure 4's three points come out, and at nothing else: 10, 20 and
 * 30 % of attackers cost 7.4, 29 and 50 % of the cooperative peers.
 */
final class PaperFit {
  static final int PEERS = 1000;
  static final int CYCLES = 500;

  /** So many cycles after the last attacker has gone nothing happens any more. */
  private static final int QUIET = 20;

  /** Share of attackers, and of the cooperative peers that the paper says are lost. */
  static final double[][] FIGURE_4 = {{0.1, 0.074}, {0.2, 0.29}, {0.3, 0.50}};

  private static final double[] ANSWERED = {0, 0.02, 0.05, 0.1, 0.2, 0.3};
  private static final double[] UNANSWERED = {0, -0.05, -0.1, -0.2, -0.3};
  private static final double[] PASSED = {0, 0.05, 0.1, 0.2, 0.3};
  private static final double[] FAILED = {-0.3, -0.4, -0.5, -0.6, -0.8, -1, -1.2, -1.5, -2};
  private static final double[] LEAST_CHECKS = {0.05, 0.1};

  /**
   * @param error the largest of the three differences
   */
  record Candidate(PaperConstants constants, List<Double> lost, double error) {}

  private PaperFit() {}

  /** The best ones first. */
  static List<Candidate> search(int runs, long seed) {
    List<Candidate> all = new ArrayList<>();
    PaperConstants base = PaperConstants.FROZEN;
    for (double answered : ANSWERED) {
      for (double unanswered : UNANSWERED) {
        for (double passed : PASSED) {
          for (double failed : FAILED) {
            for (double leastChecks : LEAST_CHECKS) {
              all.add(
                  judge(
                      base.weighing(answered, unanswered, passed, failed, leastChecks),
                      runs,
                      seed));
            }
          }
        }
      }
    }
    all.sort(Comparator.comparingDouble(Candidate::error));
    return all;
  }

  static Candidate judge(PaperConstants constants, int runs, long seed) {
    List<Double> lost = new ArrayList<>();
    double error = 0;
    for (double[] point : FIGURE_4) {
      double sum = 0;
      for (int run = 0; run < runs; run++) {
        sum += lost(attacked(constants, point[0], CYCLES, seed + run), point[0]);
      }
      lost.add(sum / runs);
      error = Math.max(error, Math.abs(sum / runs - point[1]));
    }
    return new Candidate(constants, lost, error);
  }

  /** §4.3: so many of 1,000 peers are malicious from the first cycle on. */
  static PaperSwarm attacked(PaperConstants constants, double share, int cycles, long seed) {
    return attacked(constants, share, cycles, seed, false);
  }

  /**
   * @param toTheEnd goes on although no attacker is left
   */
  static PaperSwarm attacked(
      PaperConstants constants, double share, int cycles, long seed, boolean toTheEnd) {
    PaperSwarm swarm = new PaperSwarm(constants, seed);
    int foes = (int) Math.round(share * PEERS);
    // "Settled": all have crawled for some time before the attackers come.
    swarm.join(Nature.COOPERATIVE, PEERS - foes, 1000);
    swarm.join(Nature.MALICIOUS, foes, 1000);
    int quiet = 0;
    for (int cycle = 0; cycle < cycles && (toTheEnd || quiet < QUIET); cycle++) {
      swarm.cycle();
      quiet = swarm.count(Nature.MALICIOUS) == 0 ? quiet + 1 : 0;
    }
    return swarm;
  }

  static double lost(PaperSwarm swarm, double share) {
    int honest = PEERS - (int) Math.round(share * PEERS);
    return honest == 0 ? 0 : (double) swarm.excluded(Nature.COOPERATIVE) / honest;
  }
}
