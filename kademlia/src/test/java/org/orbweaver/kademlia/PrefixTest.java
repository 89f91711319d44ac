package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PrefixTest {
  @Test
  void binaryTextComesBackUnchanged() {
    assertThat(Prefix.parse("1001")).hasToString("1001");
    assertThat(Prefix.parse("")).isEqualTo(Prefix.WHOLE_SPACE);
    assertThatThrownBy(() -> Prefix.parse("102")).hasMessageContaining("0 and 1 only");
  }

  @Test
  void childrenPartitionTheirParent() {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      Prefix parent = Prefix.of(Key.random(random), random.nextInt(Key.BITS));
      Prefix zero = parent.child(false);
      Prefix one = parent.child(true);
      Key key = parent.randomKey(random);
      assertThat(parent.contains(key)).isTrue();
      assertThat(zero.contains(key)).isNotEqualTo(one.contains(key));
      assertThat(zero.sibling()).isEqualTo(one);
      assertThat(one.parent()).isEqualTo(parent);
      assertThat(zero.first()).isEqualTo(parent.first());
      assertThat(one.last()).isEqualTo(parent.last());
      assertThat(zero.last().next()).isEqualTo(one.first());
      assertThat(parent.contains(zero)).isTrue();
      assertThat(zero.contains(parent)).isFalse();
      assertThat(zero.compareTo(one)).isNegative();
    }
  }
}
