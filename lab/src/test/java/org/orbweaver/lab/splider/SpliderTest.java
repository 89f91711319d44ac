package org.orbweaver.lab.splider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.lab.Progress;
import org.orbweaver.lab.world.Calibration;

class SpliderTest {
  private static final int NODES = 20_000;

  @Test
  void sweepFindsMoreWithLess() {
    StrategyFigures split = run(StrategyName.SPLIT, 0.85, 0, false);
    StrategyFigures sweep = run(StrategyName.SWEEP, 0.85, 0, false);

    assertThat(sweep.nodesPerPacket()).isGreaterThan(2).isGreaterThan(3 * split.nodesPerPacket());
    assertThat(sweep.liveRecall()).isGreaterThan(0.998);
    assertThat(sweep.plantedRecall()).isGreaterThan(0.98);
    assertThat(split.levels()).isNotEmpty();
  }

  @Test
  void sweepKnowsItsRecallWhateverTheTablesHold() {
    for (double tableShare : new double[] {0.70, 0.85, 0.95}) {
      StrategyFigures sweep = run(StrategyName.SWEEP, tableShare, 0, false);
      assertThat(sweep.estimatedRecall()).isCloseTo(sweep.liveRecall(), within(0.001));
      assertThat(sweep.estimatedNodes()).isCloseTo(sweep.trueNodes(), within(0.05 * NODES));
    }
  }

  @Test
  void sweepBearsLossAndChurn() {
    StrategyFigures sweep = run(StrategyName.SWEEP, 0.85, 0.02, true);
    assertThat(sweep.liveRecall()).isGreaterThan(0.995);
  }

  @Test
  void iterativeIsTheCrawlerOfTheCalibration() {
    StrategyFigures iterative = run(StrategyName.ITERATIVE, 0.85, 0, false);
    Calibration calibration = Calibration.run(NODES, 1, 0.85);
    // The planted young nodes, which it never finds, are nearly two percent of so small a world.
    assertThat(iterative.liveRecall()).isCloseTo(calibration.liveRecall(), within(0.025));
    assertThat(iterative.nodesPerPacket()).isCloseTo(calibration.nodesPerPacket(), within(0.005));
  }

  private static StrategyFigures run(
      StrategyName name, double tableShare, double loss, boolean churn) {
    SpliderOptions options =
        new SpliderOptions(
            NODES,
            1,
            1,
            tableShare,
            0.999,
            CrawlOptions.Mode.DISCOVER,
            loss,
            churn,
            40_000,
            64,
            List.of(name));
    return new Splider(options, Progress.SILENT).run().strategies().getFirst();
  }
}
