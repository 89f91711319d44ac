package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.orbweaver.app.Progress;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.Jury;
import org.orbweaver.trust.Witnesses;

/** The paper's figures, then every strategy against ours. */
public final class TrustExperiment {
  private static final double[] CLOSELY = {0.3, 0.45};
  private static final double[] CURVE = {0.05, 0.1, 0.2, 0.35, 0.4, 0.5};

  /** Where it matters how closely newcomers and the contradicted are looked at. */
  private static final List<Strategy> COMPARED =
      List.of(
          Strategy.ALTER_EVERYWHERE, Strategy.ALTER_RARELY, Strategy.TRAITOR, Strategy.WHITEWASH);

  private final int runs;
  private final long seed;
  private final KeptRuns kept;
  private final Progress progress;
  private int done;
  private final int steps = Strategy.values().length * (CLOSELY.length + CURVE.length);

  public TrustExperiment(int runs, long seed, KeptRuns kept, Progress progress) {
    this.runs = runs;
    this.seed = seed;
    this.kept = kept;
    this.progress = progress;
  }

  public TrustReport run() {
    List<TrustReport.Row> rows = new ArrayList<>();
    for (double share : CLOSELY) {
      for (Strategy strategy : Strategy.values()) {
        rows.add(row(strategy, share, runs));
      }
    }
    // The curve between is drawn from a quarter of the runs.
    for (double share : CURVE) {
      for (Strategy strategy : Strategy.values()) {
        rows.add(row(strategy, share, Math.max(1, runs / 4)));
      }
    }
    PaperFigures.Report paper = new PaperFigures(PaperConstants.FROZEN, runs, seed).report();
    List<TrustReport.Row> at30 = rows.stream().filter(row -> row.attackers() == 0.3).toList();
    TrustReport.Row worst =
        at30.stream()
            .max(
                Comparator.comparingDouble((TrustReport.Row row) -> row.honestExcluded().mean())
                    .thenComparingDouble(row -> row.falsePer10000().mean()))
            .orElseThrow();
    List<TrustReport.Worst> ours = worstOf(rows);
    return new TrustReport(
        runs,
        seed,
        paper,
        paper.figure4(),
        ours,
        worst.strategy(),
        most(at30, row -> row.falsePer10000().mean()),
        most(at30, row -> row.extraFetchShare().mean()),
        ours.stream()
            .filter(each -> each.attackersLeft() > 0.5)
            .mapToDouble(TrustReport.Worst::attackers)
            .min()
            .orElse(1),
        rows,
        policies(),
        new TrustReport.Grinding(
            Math.pow(1.3, Witnesses.COUNT),
            Math.pow(1.45, Witnesses.COUNT),
            Math.pow(0.3, Witnesses.COUNT),
            Math.pow(0.45, Witnesses.COUNT)),
        Jury.LEAST_NETWORKS);
  }

  private TrustReport.Row row(Strategy strategy, double share, int count) {
    List<Tally.Outcomes> all = outcomes(strategy, share, "1/n", Checking.ADAPTIVE, count);
    progress.at(
        (double) ++done / steps,
        "%s, %.0f %%: %.2f %% of the honest out, %.2f false pages of 10,000, %.1f %% more fetches"
            .formatted(
                words(strategy),
                100 * share,
                100 * mean(all, Tally.Outcomes::honestExcluded),
                mean(all, Tally.Outcomes::falsePer10000),
                100 * mean(all, Tally.Outcomes::extraFetchShare)));
    return new TrustReport.Row(
        words(strategy),
        share,
        spread(all, Tally.Outcomes::honestExcluded),
        mean(all, Tally.Outcomes::honestRelieved),
        spread(all, each -> strategy.liesMuch() ? each.liarsLeftAt50() : 0),
        mean(all, Tally.Outcomes::liarsLeft),
        spread(all, Tally.Outcomes::falsePer10000),
        mean(all, Tally.Outcomes::peakFalsePer10000),
        spread(all, Tally.Outcomes::extraFetchShare),
        mean(all, Tally.Outcomes::refetchShare),
        mean(all, Tally.Outcomes::honestDisputedPer10000),
        mean(all, Tally.Outcomes::periodsToExclusion),
        mean(all, Tally.Outcomes::outcomesToChooseFrom));
  }

  /**
   * @param rule names the checking among others
   */
  private List<Tally.Outcomes> outcomes(
      Strategy strategy, double share, String rule, Checking checking, int count) {
    List<Tally.Outcomes> all = new ArrayList<>();
    for (int run = 0; run < count; run++) {
      KeptRuns.Name name = new KeptRuns.Name(words(strategy), share, rule, seed + run);
      Tally.Outcomes before = kept.get(name);
      if (before == null) {
        before = new OurSwarm(strategy, share, checking, seed + run).run();
        kept.add(name, before);
      }
      all.add(before);
    }
    return all;
  }

  /**
   * BOINC's adaptive replication beside P_ver: with the same floor, and with the floor at which
   * P_ver costs as much.
   */
  private List<TrustReport.Policy> policies() {
    List<TrustReport.Policy> policies = new ArrayList<>();
    for (Strategy strategy : COMPARED) {
      TrustReport.Policy adaptive = policy("1/n", strategy, Checking.FLOOR, Checking.ADAPTIVE);
      TrustReport.Policy same =
          policy("P_ver", strategy, Checking.FLOOR, Checking.heuristic(Checking.FLOOR));
      double floor = Checking.FLOOR + adaptive.extraFetchShare() - same.extraFetchShare();
      policies.add(adaptive);
      policies.add(same);
      policies.add(policy("P_ver at equal cost", strategy, floor, Checking.heuristic(floor)));
    }
    return policies;
  }

  private TrustReport.Policy policy(
      String name, Strategy strategy, double floor, Checking checking) {
    String rule = name.equals("1/n") ? name : "P_ver from " + floor;
    List<Tally.Outcomes> all = outcomes(strategy, 0.3, rule, checking, Math.max(1, runs / 4));
    return new TrustReport.Policy(
        name,
        words(strategy),
        floor,
        spread(all, Tally.Outcomes::falsePer10000),
        mean(all, Tally.Outcomes::peakFalsePer10000),
        mean(all, Tally.Outcomes::extraFetchShare),
        mean(all, Tally.Outcomes::periodsToExclusion));
  }

  private static String words(Strategy strategy) {
    return strategy.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static List<TrustReport.Worst> worstOf(List<TrustReport.Row> rows) {
    List<TrustReport.Worst> worst = new ArrayList<>();
    for (double share :
        rows.stream().mapToDouble(TrustReport.Row::attackers).distinct().sorted().toArray()) {
      List<TrustReport.Row> there = rows.stream().filter(row -> row.attackers() == share).toList();
      TrustReport.Row honest =
          there.stream()
              .max(Comparator.comparingDouble(row -> row.honestExcluded().mean()))
              .orElseThrow();
      TrustReport.Row liars =
          there.stream()
              .max(Comparator.comparingDouble(row -> row.liarsLeftAt50().mean()))
              .orElseThrow();
      worst.add(
          new TrustReport.Worst(
              share,
              honest.honestExcluded().mean(),
              liars.liarsLeftAt50().mean(),
              honest.strategy(),
              liars.strategy()));
    }
    return worst;
  }

  private static double most(List<TrustReport.Row> rows, ToDoubleFunction<TrustReport.Row> what) {
    return rows.stream().mapToDouble(what).max().orElse(0);
  }

  private static Spread spread(List<Tally.Outcomes> all, ToDoubleFunction<Tally.Outcomes> what) {
    return Spread.of(all.stream().map(what::applyAsDouble).toList());
  }

  private static double mean(List<Tally.Outcomes> all, ToDoubleFunction<Tally.Outcomes> what) {
    return all.stream().mapToDouble(what).average().orElse(0);
  }
}
