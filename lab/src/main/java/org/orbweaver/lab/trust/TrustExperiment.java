package org.orbweaver.lab.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.orbweaver.app.Progress;
import org.orbweaver.trust.Checking;
import org.orbweaver.trust.Jury;
import org.orbweaver.trust.Witnesses;

/** The paper's figures, then every strategy against ours. */
public final class TrustExperiment {
  private static final double[] CLOSELY = {0.3, 0.45};
  private static final double[] CURVE = {0.05, 0.1, 0.2, 0.35, 0.4, 0.5};

  private final int runs;
  private final long seed;
  private final Progress progress;
  private int done;
  private final int steps = Strategy.values().length * (CLOSELY.length + CURVE.length);

  public TrustExperiment(int runs, long seed, Progress progress) {
    this.runs = runs;
    this.seed = seed;
    this.progress = progress;
  }

  public TrustReport run() {
    PaperFigures.Report paper = new PaperFigures(PaperConstants.FROZEN, runs, seed).report();
    List<TrustReport.Row> rows = new ArrayList<>();
    for (Strategy strategy : Strategy.values()) {
      for (double share : CLOSELY) {
        rows.add(row(strategy, share, runs));
      }
      // The curve between is drawn from a quarter of the runs.
      for (double share : CURVE) {
        rows.add(row(strategy, share, Math.max(1, runs / 4)));
      }
    }
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
    progress.at((double) done++ / steps, "%s, %.0f %%".formatted(strategy, 100 * share));
    List<OurSwarm.Outcomes> all = outcomes(strategy, share, Checking.ADAPTIVE, count);
    return new TrustReport.Row(
        strategy.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
        share,
        spread(all, OurSwarm.Outcomes::honestExcluded),
        mean(all, OurSwarm.Outcomes::honestRelieved),
        spread(all, each -> strategy.liesMuch() ? each.liarsLeftAt50() : 0),
        mean(all, OurSwarm.Outcomes::liarsLeft),
        spread(all, OurSwarm.Outcomes::falsePer10000),
        mean(all, OurSwarm.Outcomes::peakFalsePer10000),
        spread(all, OurSwarm.Outcomes::extraFetchShare),
        mean(all, OurSwarm.Outcomes::refetchShare),
        mean(all, OurSwarm.Outcomes::honestDisputedPer10000),
        mean(all, OurSwarm.Outcomes::periodsToExclusion),
        mean(all, OurSwarm.Outcomes::outcomesToChooseFrom));
  }

  private List<OurSwarm.Outcomes> outcomes(
      Strategy strategy, double share, Checking checking, int count) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(run -> new OurSwarm(strategy, share, checking, seed + run).run())
        .toList();
  }

  private List<TrustReport.Policy> policies() {
    List<TrustReport.Policy> policies = new ArrayList<>();
    for (Strategy strategy : List.of(Strategy.ALTER_EVERYWHERE, Strategy.WHITEWASH)) {
      for (Checking checking : Checking.values()) {
        List<OurSwarm.Outcomes> all = outcomes(strategy, 0.3, checking, Math.max(1, runs / 4));
        policies.add(
            new TrustReport.Policy(
                checking.name(),
                strategy.name(),
                mean(all, OurSwarm.Outcomes::falsePer10000),
                mean(all, OurSwarm.Outcomes::peakFalsePer10000),
                mean(all, OurSwarm.Outcomes::extraFetchShare),
                mean(all, OurSwarm.Outcomes::periodsToExclusion)));
      }
    }
    return policies;
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

  private static Spread spread(
      List<OurSwarm.Outcomes> all, ToDoubleFunction<OurSwarm.Outcomes> what) {
    return Spread.of(all.stream().map(what::applyAsDouble).toList());
  }

  private static double mean(
      List<OurSwarm.Outcomes> all, ToDoubleFunction<OurSwarm.Outcomes> what) {
    return all.stream().mapToDouble(what).average().orElse(0);
  }
}
