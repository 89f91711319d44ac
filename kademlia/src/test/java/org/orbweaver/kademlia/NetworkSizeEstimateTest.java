package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NetworkSizeEstimateTest {
  @Test
  void estimateAndItsErrorHold() {
    ModelNetwork network = new ModelNetwork(20_000, 7);
    double live = network.closestLive(Key.ZERO, Integer.MAX_VALUE).size();
    Random random = new Random(8);
    double squares = 0;
    int rounds = 300;
    double error = 0;
    for (int round = 0; round < rounds; round++) {
      NetworkSizeEstimate estimate = NetworkSizeEstimate.NONE;
      for (int i = 0; i < 10; i++) {
        Key target = Key.random(random);
        estimate = estimate.plus(target, network.closestLive(target, 8));
      }
      squares += Math.pow(estimate.nodes() / live - 1, 2);
      error = estimate.relativeError();
    }
    assertThat(error).isCloseTo(0.113, Offset.offset(0.001));
    assertThat(Math.sqrt(squares / rounds)).isCloseTo(error, Offset.offset(0.02));
  }

  @Test
  void nothingCanBeSaidOfNothing() {
    assertThat(NetworkSizeEstimate.NONE.nodes()).isNaN();
    assertThat(NetworkSizeEstimate.NONE.relativeError()).isInfinite();
  }
}
