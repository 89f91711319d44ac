package org.orbweaver.census.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

class GridTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1001", "11111111"})
  void ballsOfCellsAreBallsOfKeys(String bits) {
    SplittableRandom random = new SplittableRandom(1);
    Grid grid = new Grid(Prefix.parse(bits), 5);
    for (int i = 0; i < 10_000; i++) {
      long target = grid.part().randomKey(random).high();
      long other = grid.part().randomKey(random).high();
      assertThat(grid.contains(target)).isTrue();
      int steps = grid.cell(target) ^ grid.cell(other);
      assertThat(grid.radius(target ^ other)).isEqualTo(steps);
      assertThat(grid.leaf(target)).isEqualTo(Grid.leafOf(grid.cell(target)));
      assertThat(grid.fraction(target ^ other)).isBetween(0.0, 1.0);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "1001"})
  void aKeyMadeForACellLiesInIt(String bits) {
    SplittableRandom random = new SplittableRandom(2);
    Grid grid = new Grid(Prefix.parse(bits), 7);
    for (int cell = 0; cell < grid.cells(); cell++) {
      long high = grid.high(cell, random.nextLong());
      assertThat(grid.contains(high)).isTrue();
      assertThat(grid.cell(high)).isEqualTo(cell);
    }
  }

  @Test
  void aNodeOutsideOfThePartIsFartherThanAnyCell() {
    Grid grid = new Grid(Prefix.parse("1001"), 5);
    long inside = grid.part().first().high();
    long outside = Key.ZERO.high();
    assertThat(grid.contains(outside)).isFalse();
    assertThat(grid.radius(inside ^ outside)).isGreaterThanOrEqualTo(grid.cells());
  }

  @Test
  void leavesHaveAboutTwelveNodes() {
    assertThat(Grid.forNetworkOf(16_400_000, Prefix.WHOLE_SPACE).leafBits()).isEqualTo(20);
    assertThat(Grid.forNetworkOf(16_400_000, Prefix.parse("1001")).leafBits()).isEqualTo(16);
    assertThat(Grid.forNetworkOf(5, Prefix.WHOLE_SPACE).leafBits()).isZero();
  }
}
