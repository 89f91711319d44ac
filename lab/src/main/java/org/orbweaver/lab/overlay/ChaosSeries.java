package org.orbweaver.lab.overlay;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;

/** Chaos from many seeds. A seed that loses something is a test case: it replays exactly. */
public final class ChaosSeries {
  /**
   * What all seeds showed together.
   *
   * @param lost pages that the seed leads to and that nobody processed; must be 0
   * @param resultsLost pages of which nothing is left but the record; must be 0
   * @param resultsThin pages whose result is on fewer than r disks in the end; must be 0
   * @param behind pages that were not visited in the last round; must be 0
   * @param pastThin visits of earlier rounds of which nothing is on r disks; must be 0 without
   *     partitions
   * @param thin pages whose record is on fewer than r disks in the end; must be 0
   * @param reRunShare how many tasks were run again, because their peer died before they were
   *     finished or a partition had two of it
   * @param halfFailed what lookups find when half of all peers fail at once
   */
  public record Report(
      int seeds,
      long pages,
      long lost,
      long thin,
      long resultsLost,
      long resultsThin,
      long behind,
      long pastThin,
      double reRunShare,
      long crashes,
      long disksLost,
      long disksFull,
      long partitions,
      long joins,
      long leaves,
      HalfFailure.Report halfFailed,
      List<Long> failingSeeds) {}

  private static final int HALF_OF = 200;

  private final ChaosOptions options;
  private final long firstSeed;
  private final int seeds;
  private final Progress progress;

  public ChaosSeries(ChaosOptions options, long firstSeed, int seeds, Progress progress) {
    this.options = options;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.progress = progress;
  }

  public Report run() {
    List<Chaos.Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      progress.at((double) i / seeds, "seed " + (firstSeed + i));
      outcomes.add(new Chaos(options, firstSeed + i).run());
    }
    return new Report(
        seeds,
        outcomes.stream().mapToLong(Chaos.Outcome::pages).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::lost).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::thin).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::resultsLost).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::resultsThin).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::behind).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::pastThin).sum(),
        outcomes.stream().mapToDouble(Chaos.Outcome::reRunShare).average().orElse(0),
        outcomes.stream().mapToLong(Chaos.Outcome::crashes).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::disksLost).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::disksFull).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::partitions).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::joins).sum(),
        outcomes.stream().mapToLong(Chaos.Outcome::leaves).sum(),
        new HalfFailure(HALF_OF, firstSeed).run(),
        outcomes.stream().filter(outcome -> outcome.failed()).map(Chaos.Outcome::seed).toList());
  }
}
