package org.orbweaver.lab.years;

import java.util.ArrayList;
import java.util.List;
import org.orbweaver.app.Progress;
import org.orbweaver.overlay.membership.Absences;
import org.orbweaver.overlay.node.OverlaySettings;

/** How much of an archive is left after years, by the number of copies. */
public final class ArchiveYears {
  private static final List<Integer> COPIES = List.of(2, 3, 4, 6);
  private static final int ROTTING = 3;

  /**
   * One number of copies.
   *
   * @param lost blocks of which no copy is left, in the first world
   * @param lostEach in each of the worlds, which differ in their seed alone
   * @param meanLost of these
   * @param formula how many should be lost if each of r copies is gone, independently of the
   *     others, for U = T/(L + T) of the time, with L the mean life and T the mean time to repair:
   *     1 − exp(−days · r/L · (1 − U) · U^(r − 1)) of all blocks. The thesis' (60/360)^5 is U^(r −
   *     1) with T = 60 days
   * @param low the 95 % interval of the mean that was measured, see {@link ClumpedCount}
   * @param clump blocks that go together, in the mean: what one departure took the last copies of
   * @param byHolders the same with what each holder lacked at each departure in place of one U, in
   *     the mean of the worlds, see {@link KeptBlocks#expectedByHolders}
   * @param repairDays T, as it came out: a day in which the peer is expected back, and the rest
   * @param longestDays how long the copy was lacking that was lacking longest
   * @param thesis share that the thesis expects to be lost of what one leaving peer held
   * @param repairKbit sent for repair and for newcomers, a peer in the mean
   */
  public record ByCopies(
      int r,
      long lost,
      List<Long> lostEach,
      double meanLost,
      double formula,
      double low,
      double high,
      double clump,
      boolean formulaInInterval,
      double byHolders,
      double repairDays,
      double longestDays,
      double thesis,
      double repairKbit) {}

  /** Worlds of one kind; departures are of all of them. */
  public record World(double lifeDays, double uptime, long departures, List<ByCopies> byCopies) {}

  /**
   * What came of it.
   *
   * @param blocks in each world, for each number of copies
   * @param worlds of each kind
   * @param byCopies in the thesis' world
   * @param harsher the same with shorter lives and more sleep
   * @param rotted copies that rotted where they stayed, 1 % of the blocks a month, at r = 3
   * @param rotFound of these, found by audits alone
   * @param rotGone copies that rotted and left with their peer before anybody came to them
   * @param rotUnasked of those not found, copies at peers that are no holders any more, whom nobody
   *     asks; the daily reading back, which is left out here, would find them
   * @param rotFoundDays after how long, in the mean
   * @param comparing what reconciliation costs, with the product's own peers
   */
  public record Report(
      int peers,
      int days,
      int blocks,
      int worlds,
      double diskGb,
      double repairLineKbit,
      long departures,
      List<ByCopies> byCopies,
      World harsher,
      long rotted,
      long rotFound,
      long rotGone,
      long rotUnasked,
      double rotFoundDays,
      double auditDays,
      ComparingCost.Report comparing) {}

  private final YearsOptions options;
  private final int worlds;
  private final int comparingPeers;
  private final Progress progress;

  /**
   * @param worlds of each kind; departures come in clumps, and one world has few of those that
   *     matter
   */
  public ArchiveYears(YearsOptions options, int worlds, int comparingPeers, Progress progress) {
    this.options = options;
    this.worlds = worlds;
    this.comparingPeers = comparingPeers;
    this.progress = progress;
  }

  public Report run() {
    ComparingCost.Report comparing = new ComparingCost(comparingPeers, options.seed()).run();
    List<Run> usual = runs(options, "the thesis' world");
    List<Run> harsher = runs(options.harsher(), "a harsher world");
    World world = world(options, usual);
    Rot rot = usual.getFirst().rot;
    return new Report(
        options.peers(),
        options.days(),
        options.blocks(),
        worlds,
        options.diskBytes() / 1e9,
        options.bytesPerSecond() * 8 / 1e3,
        world.departures(),
        world.byCopies(),
        world(options.harsher(), harsher),
        rot.happened(),
        rot.found(),
        rot.leftWithPeer(),
        rot.unasked(),
        rot.meanDays(),
        (double) OverlaySettings.DEFAULT.auditNanos() / Absences.DAY,
        comparing);
  }

  private List<Run> runs(YearsOptions first, String name) {
    List<Run> runs = new ArrayList<>();
    for (int number = 0; number < worlds; number++) {
      boolean rots = number == 0 && first.equals(options);
      Run run = new Run(first.another(number), rots, name + " " + (number + 1));
      run.run();
      runs.add(run);
    }
    return runs;
  }

  private World world(YearsOptions kind, List<Run> runs) {
    List<ByCopies> results = new ArrayList<>();
    for (int i = 0; i < COPIES.size(); i++) {
      int at = i;
      results.add(result(kind, runs.stream().map(run -> run.outcomes.get(at)).toList()));
    }
    long departures = runs.stream().mapToLong(run -> run.departures).sum();
    return new World(kind.lifeDays(), kind.uptime(), departures, results);
  }

  private static ByCopies result(YearsOptions world, List<Outcome> outcomes) {
    int r = outcomes.getFirst().copies();
    double formula = outcomes.stream().mapToDouble(it -> it.formula(world)).average().orElse(0);
    List<Long> lost = outcomes.stream().map(Outcome::lost).toList();
    ClumpedCount count =
        new ClumpedCount(
            outcomes.stream().flatMap(it -> it.clumps().stream()), outcomes.getFirst().together());
    double low = count.low() / outcomes.size();
    double high = count.high() / outcomes.size();
    double sent = outcomes.stream().mapToDouble(Outcome::sentBytes).average().orElse(0);
    double seconds = world.days() * 86_400.0;
    return new ByCopies(
        r,
        lost.getFirst(),
        lost,
        (double) count.sum() / outcomes.size(),
        formula,
        low,
        high,
        count.clump(),
        formula >= low && formula <= high,
        outcomes.stream().mapToDouble(Outcome::byHolders).average().orElse(0),
        outcomes.stream().mapToDouble(Outcome::repairDays).average().orElse(0),
        outcomes.stream().mapToDouble(Outcome::longestDays).max().orElse(0),
        Math.pow(60.0 / 360, r - 1),
        sent * 8 / 1e3 / seconds / world.peers());
  }

  /** What came of the blocks of one world at one number of copies. */
  private record Outcome(
      int copies,
      long lost,
      List<Integer> clumps,
      double together,
      double byHolders,
      double repairDays,
      double longestDays,
      double sentBytes) {
    static Outcome of(KeptBlocks blocks) {
      return new Outcome(
          blocks.copies(),
          blocks.lost(),
          List.copyOf(blocks.clumps()),
          blocks.blocksTogether(),
          blocks.expectedByHolders(),
          blocks.meanRepairDays(),
          blocks.longestDays(),
          blocks.sentBytes());
    }

    double formula(YearsOptions world) {
      double gone = repairDays / (world.lifeDays() + repairDays);
      double rate = copies / world.lifeDays() * (1 - gone) * Math.pow(gone, copies - 1);
      return world.blocks() * -Math.expm1(-world.days() * rate);
    }
  }

  private final class Run implements MortalPeers.Events {
    private final YearsOptions world;
    private final boolean rots;
    private final String name;
    private final MortalPeers crowd;
    private final List<KeptBlocks> all = new ArrayList<>();
    private final KeptBlocks rotting;
    private final Rot rot;
    private List<Outcome> outcomes = List.of();
    private long departures;

    Run(YearsOptions world, boolean rots, String name) {
      this.world = world;
      this.rots = rots;
      this.name = name;
      this.crowd = new MortalPeers(world);
      COPIES.forEach(copies -> all.add(new KeptBlocks(crowd, world, copies)));
      this.rotting = new KeptBlocks(crowd, rots ? world : world.withoutBlocks(), ROTTING);
      this.rot = new Rot(crowd, rotting, world, OverlaySettings.DEFAULT.auditNanos());
      if (rots) {
        all.add(rotting);
      }
    }

    void run() {
      int hours = 24 * world.days();
      for (int hour = 0; hour < hours; hour++) {
        if (hour % 240 == 0) {
          progress.at((double) hour / hours, name + ", day " + hour / 24);
        }
        step(hour, true);
      }
      outcomes = all.stream().limit(COPIES.size()).map(Outcome::of).toList();
      departures = crowd.departures();
      all.subList(0, COPIES.size()).clear();
      // What rotted last is found in its turn; whoever sleeps then is come to the next time.
      int more = (int) (6 * OverlaySettings.DEFAULT.auditNanos() / MortalPeers.HOUR);
      for (int hour = hours; rots && hour < hours + more && rot.isOpen(); hour++) {
        step(hour, false);
      }
      all.clear();
    }

    private void step(int hour, boolean grows) {
      crowd.pass(hour, this);
      all.forEach(blocks -> blocks.pass(hour));
      if (rots) {
        rot.pass(hour, grows);
      }
    }

    @Override
    public void died(int number) {
      all.forEach(blocks -> blocks.died(number));
    }

    @Override
    public void joined(int number) {
      all.forEach(blocks -> blocks.joined(number));
    }

    @Override
    public void givenUp(int number) {
      all.forEach(blocks -> blocks.givenUp(number));
    }
  }
}
