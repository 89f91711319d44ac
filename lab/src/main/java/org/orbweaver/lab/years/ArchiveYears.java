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
  private static final double SIGMA = 1.96;

  /**
   * One number of copies.
   *
   * @param lost blocks of which no copy is left
   * @param formula how many should be lost if each of r copies is gone, independently of the
   *     others, for U = T/(L + T) of the time, with L the mean life and T the mean time to repair:
   *     1 − exp(−days · r/L · (1 − U) · U^(r − 1)) of all blocks. The thesis' (60/360)^5 is U^(r −
   *     1) with T = 60 days
   * @param low the 95 % interval of what was measured
   * @param repairDays T, as it came out: a day in which the peer is expected back, and the rest
   * @param thesis share that the thesis expects to be lost of what one leaving peer held
   * @param repairKbit sent for repair and for newcomers, a peer in the mean
   */
  public record ByCopies(
      int r,
      long lost,
      double formula,
      double low,
      double high,
      boolean formulaInInterval,
      double repairDays,
      double thesis,
      double repairKbit) {}

  /** One world. */
  public record World(double lifeDays, double uptime, long departures, List<ByCopies> byCopies) {}

  /**
   * What came of it.
   *
   * @param blocks in each world, for each number of copies
   * @param byCopies in the thesis' world
   * @param harsher the same with shorter lives and more sleep
   * @param rotted copies that rotted where they stayed, 1 % of the blocks a month, at r = 3
   * @param rotFound of these, found by audits alone
   * @param rotGone copies that rotted and left with their peer before anybody came to them
   * @param rotFoundDays after how long, in the mean
   * @param comparing what reconciliation costs, with the product's own peers
   */
  public record Report(
      int peers,
      int days,
      int blocks,
      double diskGb,
      double repairLineKbit,
      long departures,
      List<ByCopies> byCopies,
      World harsher,
      long rotted,
      long rotFound,
      long rotGone,
      double rotFoundDays,
      double auditDays,
      ComparingCost.Report comparing) {}

  private final YearsOptions options;
  private final int comparingPeers;
  private final Progress progress;

  public ArchiveYears(YearsOptions options, int comparingPeers, Progress progress) {
    this.options = options;
    this.comparingPeers = comparingPeers;
    this.progress = progress;
  }

  public Report run() {
    ComparingCost.Report comparing = new ComparingCost(comparingPeers, options.seed()).run();
    Run usual = new Run(options, true, "the thesis' world");
    World world = usual.run();
    World harsher = new Run(options.harsher(), false, "a harsher world").run();
    Rot rot = usual.rot;
    return new Report(
        options.peers(),
        options.days(),
        options.blocks(),
        options.diskBytes() / 1e9,
        options.bytesPerSecond() * 8 / 1e3,
        world.departures(),
        world.byCopies(),
        harsher,
        rot.happened(),
        rot.found(),
        rot.leftWithPeer(),
        rot.meanDays(),
        (double) OverlaySettings.DEFAULT.auditNanos() / Absences.DAY,
        comparing);
  }

  private final class Run implements MortalPeers.Events {
    private final YearsOptions world;
    private final boolean rots;
    private final String name;
    private final MortalPeers crowd;
    private final List<KeptBlocks> measured = new ArrayList<>();
    private final KeptBlocks rotting;
    private final Rot rot;

    Run(YearsOptions world, boolean rots, String name) {
      this.world = world;
      this.rots = rots;
      this.name = name;
      this.crowd = new MortalPeers(world);
      COPIES.forEach(copies -> measured.add(new KeptBlocks(crowd, world, copies)));
      this.rotting = new KeptBlocks(crowd, world, ROTTING);
      this.rot = new Rot(crowd, rotting, world, OverlaySettings.DEFAULT.auditNanos());
    }

    private List<KeptBlocks> all() {
      List<KeptBlocks> all = new ArrayList<>(measured);
      if (rots) {
        all.add(rotting);
      }
      return all;
    }

    World run() {
      int hours = 24 * world.days();
      for (int hour = 0; hour < hours; hour++) {
        if (hour % 240 == 0) {
          progress.at((double) hour / hours, name + ", day " + hour / 24);
        }
        step(hour, true);
      }
      List<ByCopies> results = measured.stream().map(this::result).toList();
      long departures = crowd.departures();
      // What rotted last is found in its turn; whoever sleeps then is come to the next time.
      int more = (int) (6 * OverlaySettings.DEFAULT.auditNanos() / MortalPeers.HOUR);
      for (int hour = hours; rots && hour < hours + more && rot.isOpen(); hour++) {
        measured.clear();
        step(hour, false);
      }
      return new World(world.lifeDays(), world.uptime(), departures, results);
    }

    private void step(int hour, boolean grows) {
      crowd.pass(hour, this);
      all().forEach(blocks -> blocks.pass(hour));
      if (rots) {
        rot.pass(hour, grows);
      }
    }

    @Override
    public void died(int number) {
      all().forEach(blocks -> blocks.died(number));
    }

    @Override
    public void joined(int number) {
      all().forEach(blocks -> blocks.joined(number));
    }

    @Override
    public void givenUp(int number) {
      all().forEach(blocks -> blocks.givenUp(number));
    }

    private ByCopies result(KeptBlocks blocks) {
      int r = blocks.copies();
      double repair = blocks.meanRepairDays();
      double gone = repair / (world.lifeDays() + repair);
      double rate = r / world.lifeDays() * (1 - gone) * Math.pow(gone, r - 1);
      double formula = world.blocks() * -Math.expm1(-world.days() * rate);
      long lost = blocks.lost();
      double low =
          lost == 0
              ? 0
              : lost * cube(1 - 1 / (9.0 * lost) - SIGMA / (3 * Math.sqrt((double) lost)));
      double high =
          (lost + 1) * cube(1 - 1 / (9.0 * (lost + 1)) + SIGMA / (3 * Math.sqrt(lost + 1.0)));
      double seconds = world.days() * 86_400.0;
      return new ByCopies(
          r,
          lost,
          formula,
          low,
          high,
          formula >= low && formula <= high,
          repair,
          Math.pow(60.0 / 360, r - 1),
          blocks.sentBytes() * 8 / 1e3 / seconds / world.peers());
    }

    /** The interval of a Poisson count, by Wilson and Hilferty. */
    private static double cube(double value) {
      return value * value * value;
    }
  }
}
