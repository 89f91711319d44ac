package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.orbweaver.lab.trust.PaperSwarm.Nature;

/** Figures 3 to 6 of the paper with one and the same constants, and what each constant moves. */
public final class PaperFigures {
  /** One row of figure 4. */
  public record Attack(
      double attackers,
      double honestExcluded,
      double attackersLeft,
      double spread,
      double lastAttackerGoneAfter) {}

  /**
   * Figure 3: verifications for each request, and free riders present, over the cycles.
   *
   * @param saved share of verifications that the heuristic spares, of all and of the last hundred
   * @param stay cycles that a free rider stays on average
   */
  public record FreeRiders(
      List<Integer> cycles,
      List<Double> verifications,
      List<Double> freeRiders,
      double saved,
      double savedAtTheEnd,
      double mostFreeRiders,
      double stay,
      double honestExcluded,
      double newcomersRefused) {}

  /** Figures 5 and 6: one value of R_initial, 10 % of attackers. */
  public record Initial(
      double initial, double verificationsPerPeer, double honestExcluded, double spread) {}

  /**
   * What the paper's figures do when one constant is changed and the others are not.
   *
   * @param verifications for each request, figure 3
   * @param freeRidersStay in cycles, figure 3
   * @param slope of figure 6
   */
  public record Sensitivity(
      String constant,
      double value,
      double lostAt10,
      double lostAt20,
      double lostAt30,
      double verifications,
      double freeRidersStay,
      double slope) {}

  /** Where the paper errs, in figures. */
  public record Errors(
      double honestExcludedBySamplingNoise,
      double honestRefusedWithThreshold1,
      double honestRefusedWithThresholdHalf,
      double honestExcludedBesideIdlePeers,
      double idleExcluded,
      double newcomersRefusedByCumulativeMean) {}

  /**
   * @param slope of honest peers lost over R_initial, from −0.2 to 1
   */
  public record Report(
      PaperConstants constants,
      double largestFitError,
      List<Attack> figure4,
      FreeRiders figure3,
      FreeRiders figure3Literally,
      List<Initial> figures5And6,
      double slope,
      Errors errors,
      List<Sensitivity> sensitivity) {}

  private static final int NEWCOMERS = 500;
  private static final int EARLIER = 1000;

  private final PaperConstants constants;
  private final int runs;
  private final long seed;

  PaperFigures(PaperConstants constants, int runs, long seed) {
    this.constants = constants;
    this.runs = runs;
    this.seed = seed;
  }

  Report report() {
    List<Initial> initial = new ArrayList<>();
    for (double at : new double[] {-0.8, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1}) {
      initial.add(initial(at));
    }
    List<Attack> attacks = new ArrayList<>();
    for (int percent = 0; percent <= 50; percent += 5) {
      attacks.add(attack(percent / 100.0));
    }
    return new Report(
        constants,
        PaperFit.judge(constants, runs, seed).error(),
        attacks,
        freeRiders(true),
        freeRiders(false),
        initial,
        slope(initial),
        errors(),
        sensitivity());
  }

  Attack attack(double share) {
    List<Double> lost = new ArrayList<>();
    double left = 0;
    double gone = 0;
    int foes = (int) Math.round(share * PaperFit.PEERS);
    for (int run = 0; run < runs; run++) {
      PaperSwarm swarm = PaperFit.attacked(constants, share, PaperFit.CYCLES, seed + run);
      lost.add(PaperFit.lost(swarm, share));
      left += foes == 0 ? 0 : (double) swarm.count(Nature.MALICIOUS) / foes / runs;
      gone += (double) swarm.lastCycleOf(Nature.MALICIOUS) / runs;
    }
    Spread spread = Spread.of(lost);
    return new Attack(share, spread.mean(), left, spread.deviation(), gone);
  }

  /**
   * §4.2: one newcomer in each cycle, every tenth a free rider.
   *
   * @param bringWork newcomers come with as much work as the others have; if not, as the text says,
   *     with none, and since participation counts from the beginning they never catch up
   */
  private FreeRiders freeRiders(boolean bringWork) {
    int step = 10;
    List<Integer> cycles = new ArrayList<>();
    double[] verifications = new double[NEWCOMERS / step];
    double[] present = new double[NEWCOMERS / step];
    double all = 0;
    double late = 0;
    double most = 0;
    double stay = 0;
    double lost = 0;
    double refused = 0;
    for (int i = 0; i < NEWCOMERS / step; i++) {
      cycles.add(i * step);
    }
    for (int run = 0; run < runs; run++) {
      PaperSwarm swarm = new PaperSwarm(constants, seed + run);
      swarm.join(Nature.COOPERATIVE, PaperFit.PEERS, EARLIER);
      double peerCycles = 0;
      for (int cycle = 0; cycle < NEWCOMERS; cycle++) {
        Nature nature = cycle % 10 == 9 ? Nature.FREE_RIDER : Nature.COOPERATIVE;
        boolean claims = bringWork || nature == Nature.FREE_RIDER;
        swarm.join(nature, 1, claims ? swarm.meanParticipation() : 0);
        swarm.cycle();
        int riders = swarm.count(Nature.FREE_RIDER);
        peerCycles += riders;
        most = Math.max(most, riders);
        verifications[cycle / step] += swarm.verificationsPerRequest() / step / runs;
        present[cycle / step] += (double) riders / step / runs;
        all += swarm.verificationsPerRequest() / NEWCOMERS / runs;
        late += cycle >= NEWCOMERS - 100 ? swarm.verificationsPerRequest() / 100 / runs : 0;
      }
      stay += peerCycles / (NEWCOMERS / 10.0) / runs;
      lost += swarm.excluded(Nature.COOPERATIVE) / (PaperFit.PEERS + 0.9 * NEWCOMERS) / runs;
      refused += swarm.refusedShare() / runs;
    }
    return new FreeRiders(
        cycles, list(verifications), list(present), 1 - all, 1 - late, most, stay, lost, refused);
  }

  private static List<Double> list(double[] values) {
    List<Double> list = new ArrayList<>();
    for (double value : values) {
      list.add(value);
    }
    return list;
  }

  private Initial initial(double at) {
    PaperConstants there = constants.startingAt(at);
    List<Double> lost = new ArrayList<>();
    double checks = 0;
    for (int run = 0; run < runs; run++) {
      PaperSwarm swarm = PaperFit.attacked(there, 0.1, PaperFit.CYCLES, seed + run, true);
      lost.add(PaperFit.lost(swarm, 0.1));
      checks += (double) swarm.allVerifications() / PaperFit.PEERS / runs;
    }
    Spread spread = Spread.of(lost);
    return new Initial(at, checks, spread.mean(), spread.deviation());
  }

  /** Least squares over the part that the paper calls flat. */
  private static double slope(List<Initial> all) {
    List<Initial> flat = all.stream().filter(each -> each.initial() >= -0.2).toList();
    double x = mean(flat, Initial::initial);
    double y = mean(flat, Initial::honestExcluded);
    double above = 0;
    double below = 0;
    for (Initial each : flat) {
      above += (each.initial() - x) * (each.honestExcluded() - y);
      below += (each.initial() - x) * (each.initial() - x);
    }
    return above / below;
  }

  private static double mean(List<Initial> some, ToDoubleFunction<Initial> what) {
    return some.stream().mapToDouble(what).average().orElse(0);
  }

  private Errors errors() {
    PaperSwarm noisy = quiet(constants.sampling(), 0);
    PaperSwarm strict = quiet(constants.asking(1), 0);
    PaperSwarm half = quiet(constants.asking(0.5), 0);
    PaperSwarm idle = quiet(constants, 300);
    return new Errors(
        (double) noisy.excluded(Nature.COOPERATIVE) / PaperFit.PEERS,
        strict.refusedShare(),
        half.refusedShare(),
        (double) idle.excluded(Nature.COOPERATIVE) / (PaperFit.PEERS - 300),
        idle.excluded(Nature.IDLE) / 300.0,
        freeRiders(false).newcomersRefused());
  }

  /** Nobody is malicious; some are idle. */
  private PaperSwarm quiet(PaperConstants some, int idle) {
    PaperSwarm swarm = new PaperSwarm(some, seed);
    swarm.join(Nature.COOPERATIVE, PaperFit.PEERS - idle, EARLIER);
    swarm.join(Nature.IDLE, idle, 0);
    for (int cycle = 0; cycle < PaperFit.CYCLES; cycle++) {
      swarm.cycle();
    }
    return swarm;
  }

  private List<Sensitivity> sensitivity() {
    List<Sensitivity> rows = new ArrayList<>();
    PaperConstants c = constants;
    for (double factor : new double[] {0.5, 2}) {
      rows.add(
          row(
              "answered",
              c.answered() * factor,
              c.weighing(
                  c.answered() * factor, c.unanswered(), c.passed(), c.failed(), c.leastChecks())));
      rows.add(
          row(
              "unanswered",
              c.unanswered() * factor,
              c.weighing(
                  c.answered(), c.unanswered() * factor, c.passed(), c.failed(), c.leastChecks())));
      rows.add(
          row(
              "passed",
              c.passed() * factor,
              c.weighing(
                  c.answered(), c.unanswered(), c.passed() * factor, c.failed(), c.leastChecks())));
      rows.add(
          row(
              "failed",
              c.failed() * factor,
              c.weighing(
                  c.answered(), c.unanswered(), c.passed(), c.failed() * factor, c.leastChecks())));
      rows.add(
          row(
              "P_0",
              c.leastChecks() * factor,
              c.weighing(
                  c.answered(), c.unanswered(), c.passed(), c.failed(), c.leastChecks() * factor)));
      rows.add(row("s", c.threshold() * factor, c.asking(c.threshold() * factor)));
      rows.add(row("R_min", c.least() * factor, c.between(c.least() * factor, c.most())));
      rows.add(row("R_max", c.most() * factor, c.between(c.least(), c.most() * factor)));
    }
    rows.add(row("R_initial", -0.2, c.startingAt(-0.2)));
    rows.add(row("R_initial", 0.5, c.startingAt(0.5)));
    return rows;
  }

  private Sensitivity row(String name, double value, PaperConstants changed) {
    int few = Math.max(1, runs / 4);
    List<Double> lost = PaperFit.judge(changed, few, seed).lost();
    PaperFigures other = new PaperFigures(changed, 1, seed);
    FreeRiders riders = other.freeRiders(true);
    List<Initial> initial = new ArrayList<>();
    for (double at : new double[] {-0.2, 0.2, 0.6, 1}) {
      initial.add(other.initial(at * changed.most()));
    }
    return new Sensitivity(
        name,
        value,
        lost.get(0),
        lost.get(1),
        lost.get(2),
        1 - riders.saved(),
        riders.stay(),
        slope(initial));
  }
}
