package org.orbweaver.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.kademlia.Key;

class WalkTest {
  private static final long REST = 5;

  private static Key key(int first) {
    return new Key((long) first << 56, 0, 0);
  }

  private static Claim claim(int first) {
    return new Claim(key(first), HashState.NEW, 0, 1);
  }

  @Test
  void goesOnBehindTheLastHashOfAFullClaim() {
    Walk walk = new Walk(key(0x20), key(0x60));
    assertThat(walk.beginClaim()).isEqualTo(new KeyRange(key(0x20), key(0x60)));
    assertThat(walk.wantsClaim(0, 1)).isFalse();
    walk.endClaim(0, List.of(claim(0x30), claim(0x40)), 2, REST);
    assertThat(walk.waiting()).isEqualTo(2);
    assertThat(walk.beginClaim()).isEqualTo(new KeyRange(key(0x40).next(), key(0x60)));
  }

  @Test
  void restsWhenItHasComeRoundAndStartsAgain() {
    Walk walk = new Walk(key(0x20), key(0x60));
    walk.beginClaim();
    walk.endClaim(10, List.of(), 2, REST);
    assertThat(walk.wantsClaim(14, 1)).isFalse();
    assertThat(walk.wantsClaim(15, 1)).isTrue();
    assertThat(walk.beginClaim().first()).isEqualTo(key(0x20));
  }

  @Test
  void goesOverTheHighestKeyInTwoStretches() {
    Walk walk = new Walk(key(0xE0), key(0x10));
    assertThat(walk.beginClaim()).isEqualTo(new KeyRange(key(0xE0), Key.MAX));
    walk.endClaim(0, List.of(claim(0xF0)), 2, REST);
    assertThat(walk.wantsClaim(0, 2)).isTrue();
    assertThat(walk.beginClaim()).isEqualTo(new KeyRange(Key.ZERO, key(0x10)));
    walk.endClaim(0, List.of(), 2, REST);
    assertThat(walk.wantsClaim(0, 2)).isFalse();
    assertThat(walk.poll()).isEqualTo(claim(0xF0));
    assertThat(walk.poll()).isNull();
  }
}
