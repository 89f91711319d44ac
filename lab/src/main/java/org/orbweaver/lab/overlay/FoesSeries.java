package org.orbweaver.lab.overlay;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;

/** FoesExperiment from many seeds: one, three and nine hostile members, and as many visitors. */
public final class FoesSeries {
  private static final int[] FOES = {1, 3, 9};

  /** What all runs showed together; the first four must be 0. */
  public record Report(
      int runs,
      long lost,
      long falseContent,
      long honestExpelled,
      long honestDeaf,
      long pages,
      long hostilePages,
      long peakHeapMb,
      long mostKeptMb,
      long sentByFoes,
      List<FoesExperiment.Outcome> failing) {}

  private final int pages;
  private final int seconds;
  private final int rounds;
  private final long firstSeed;
  private final int seeds;
  private final Progress progress;

  public FoesSeries(
      int pages, int seconds, int rounds, long firstSeed, int seeds, Progress progress) {
    this.rounds = rounds;
    this.pages = pages;
    this.seconds = seconds;
    this.firstSeed = firstSeed;
    this.seeds = seeds;
    this.progress = progress;
  }

  public Report run() {
    List<FoesExperiment.Outcome> all = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      for (int foes : FOES) {
        progress.at((double) i / seeds, "seed %d, %d foes".formatted(firstSeed + i, foes));
        all.add(new FoesExperiment(foes, pages, seconds, rounds, firstSeed + i).run());
      }
    }
    return new Report(
        all.size(),
        all.stream().mapToLong(FoesExperiment.Outcome::lost).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::falseContent).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::honestExpelled).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::honestDeaf).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::pages).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::hostilePages).sum(),
        all.stream().mapToLong(FoesExperiment.Outcome::peakHeapMb).max().orElse(0),
        all.stream().mapToLong(FoesExperiment.Outcome::keptMb).max().orElse(0),
        all.stream().mapToLong(FoesExperiment.Outcome::sentByFoes).sum(),
        all.stream().filter(FoesExperiment.Outcome::failed).toList());
  }
}
