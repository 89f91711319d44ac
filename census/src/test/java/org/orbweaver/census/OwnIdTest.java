package org.orbweaver.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class OwnIdTest {
  @Test
  void sharesNoBitWithWhoeverIsAsked() {
    SplittableRandom random = new SplittableRandom(1);
    OwnId own = new OwnId(Key.random(random));
    for (int i = 0; i < 100; i++) {
      Key asked = Key.random(random);
      assertThat(own.towards(asked).commonPrefixLength(asked)).isZero();
    }
  }
}
