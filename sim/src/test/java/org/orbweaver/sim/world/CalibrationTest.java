package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A million and 16.4 million nodes are run by hand: docs/world.md has the figures. */
class CalibrationTest {
  @Test
  void liveRecallIsThePublishedOneAtAHundredThousandNodes() {
    Calibration result = Calibration.run(100_000, 1, 0.85);
    assertThat(result.liveRecall()).isCloseTo(0.79, within(0.02));
    assertThat(result.nodesPerPacket()).isCloseTo(0.316, within(0.003));
  }
}
