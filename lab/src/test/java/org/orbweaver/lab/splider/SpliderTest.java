package org.orbweaver.lab.splider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.app.Progress;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.sim.world.Calibration;

class SpliderTest {
  private static final int NODES = 20_000;

  @Test
  void sweepFindsMoreWithLess() {
    StrategyFigures split = run(StrategyName.SPLIT, 0.85, Conditions.CALM);
    StrategyFigures sweep = run(StrategyName.SWEEP, 0.85, Conditions.CALM);

    assertThat(sweep.nodesPerPacket()).isGreaterThan(2).isGreaterThan(3 * split.nodesPerPacket());
    assertThat(sweep.liveRecall()).isGreaterThan(0.998);
    assertThat(sweep.plantedRecall()).isGreaterThan(0.98);
    assertThat(split.levels()).isNotEmpty();
  }

  @Test
  void sweepKnowsItsRecallWhateverTheTablesHold() {
    for (double tableShare : new double[] {0.70, 0.85, 0.95}) {
      StrategyFigures sweep = run(StrategyName.SWEEP, tableShare, Conditions.CALM);
      assertThat(sweep.estimatedRecall()).isCloseTo(sweep.liveRecall(), within(0.001));
      assertThat(sweep.estimatedNodes()).isCloseTo(sweep.trueNodes(), within(0.05 * NODES));
    }
  }

  @Test
  void sweepBearsLossChurnAndRateLimits() {
    Conditions harsh = new Conditions(0.02, true, true, 2, 40_000, 256);
    StrategyFigures sweep = run(StrategyName.SWEEP, 0.85, harsh);
    assertThat(sweep.liveRecall()).isGreaterThan(0.995);
    assertThat(sweep.mostPacketsToOneNode()).isLessThan(50);
  }

  @Test
  void verifyingAsksEverybody() {
    SpliderOptions options = options(0.85, Conditions.CALM, StrategyName.SWEEP);
    StrategyFigures sweep =
        run(
            new SpliderOptions(
                options.nodes(),
                options.seeds(),
                options.firstSeed(),
                options.tableShare(),
                options.wantedRecall(),
                CensusOptions.Mode.VERIFY,
                options.conditions(),
                options.strategies()));
    assertThat(sweep.askedShare()).isEqualTo(1);
    assertThat(sweep.answeredRecall()).isEqualTo(sweep.liveRecall());
    assertThat(sweep.packetsPerNode()).isBetween(1.0, 1.5);
  }

  @Test
  void iterativeIsTheCrawlerOfTheCalibration() {
    StrategyFigures iterative = run(StrategyName.ITERATIVE, 0.85, Conditions.CALM);
    Calibration calibration = Calibration.run(NODES, 1, 0.85);
    // The planted young nodes, which it never finds, are nearly two percent of so small a world.
    assertThat(iterative.liveRecall()).isCloseTo(calibration.liveRecall(), within(0.025));
    assertThat(iterative.nodesPerPacket()).isCloseTo(calibration.nodesPerPacket(), within(0.005));
  }

  private static StrategyFigures run(StrategyName name, double tableShare, Conditions conditions) {
    return run(options(tableShare, conditions, name));
  }

  private static SpliderOptions options(
      double tableShare, Conditions conditions, StrategyName name) {
    return new SpliderOptions(
        NODES, 1, 1, tableShare, 0.999, CensusOptions.Mode.DISCOVER, conditions, List.of(name));
  }

  private static StrategyFigures run(SpliderOptions options) {
    return new Splider(options, Progress.SILENT).run().strategies().getFirst();
  }
}
