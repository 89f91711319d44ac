package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class RoutingTablesTest {
  private final Population population = new Population(PopulationOptions.honest(5_000, 9));
  private final Liveness liveness = Liveness.constant(population);
  private final RoutingTables tables = new RoutingTables(population, liveness, 0.85);

  @Test
  void findNodeReturnsTheClosestEntriesOfTheWholeTable() {
    SplittableRandom random = new SplittableRandom(1);
    int[] out = new int[8];
    for (int round = 0; round < 3_000; round++) {
      int node = random.nextInt(population.size());
      Key target = round % 2 == 0 ? Key.random(random) : nearby(node, random);
      int found = tables.findNode(node, target.high(), 0, out);
      List<Integer> expected =
          wholeTable(node).stream()
              .sorted(Comparator.comparing(i -> population.key(i).distance(target)))
              .limit(8)
              .toList();
      assertThat(Arrays.stream(out, 0, found).boxed().toList())
          .as("round %d", round)
          .isEqualTo(expected);
    }
  }

  private Key nearby(int node, SplittableRandom random) {
    return population.key(node).prefixThen(random.nextInt(20), Key.random(random));
  }

  private List<Integer> wholeTable(int node) {
    List<Integer> entries = new ArrayList<>();
    int[] bucket = new int[8];
    for (int depth = 0; depth < 64; depth++) {
      int count = tables.bucket(node, depth, 0, bucket);
      for (int i = 0; i < count; i++) {
        assertThat(population.key(node).commonPrefixLength(population.key(bucket[i])))
            .isEqualTo(depth);
        entries.add(bucket[i]);
      }
    }
    assertThat(new HashSet<>(entries)).hasSameSizeAs(entries);
    return entries;
  }

  @Test
  void sparseBucketsHoldTheirShareOfLiveAndDead() {
    long live = 0;
    long liveKnown = 0;
    long dead = 0;
    long deadKnown = 0;
    int[] bucket = new int[8];
    for (int node = 0; node < population.size(); node++) {
      for (int depth = 9; depth < 24; depth++) {
        List<Integer> range = range(node, depth);
        if (range.isEmpty() || range.size() > 8) {
          continue;
        }
        int count = tables.bucket(node, depth, 0, bucket);
        List<Integer> known = Arrays.stream(bucket, 0, count).boxed().toList();
        for (int index : range) {
          boolean in = known.contains(index);
          if (liveness.live(index, 0)) {
            live++;
            liveKnown += in ? 1 : 0;
          } else {
            dead++;
            deadKnown += in ? 1 : 0;
          }
        }
      }
    }
    assertThat((double) liveKnown / live).isBetween(0.84, 0.86);
    assertThat((double) deadKnown / dead).isBetween(0.2, 0.225);
  }

  private List<Integer> range(int node, int depth) {
    Key other = population.key(node).flip(depth);
    List<Integer> range = new ArrayList<>();
    int first = population.keys().first(other.high(), depth + 1);
    int end = population.keys().end(other.high(), depth + 1);
    for (int index = first; index < end; index++) {
      range.add(index);
    }
    return range;
  }

  @Test
  void largeBucketsAreFullOfTheOldAndMostlyLive() {
    int dead = 0;
    int all = 0;
    int[] bucket = new int[8];
    for (int node = 0; node < 500; node++) {
      int range = range(node, 0).size();
      double youngest = 1 - StrictMath.pow(64.0 / range, 0.075) - 0.0001;
      assertThat(tables.bucket(node, 0, 0, bucket)).isEqualTo(8);
      for (int index : bucket) {
        assertThat(population.ageRank(index)).isGreaterThanOrEqualTo(youngest);
        dead += liveness.live(index, 0) ? 0 : 1;
        all++;
      }
    }
    // Of all draws 0.70 are live and 0.30/4 are dead and kept: 0.097 of those kept are dead.
    assertThat((double) dead / all).isBetween(0.08, 0.115);
  }

  @Test
  void youngTestNodesAreKnownOnlyNearby() {
    Key id = Key.parse("a5".repeat(20));
    Population planted =
        new Population(PopulationOptions.honest(5_000, 9).withPlanted(List.of(Planted.young(id))));
    RoutingTables around = new RoutingTables(planted, Liveness.constant(planted), 0.85);
    int young = planted.indexOf(id);
    int[] bucket = new int[8];
    int knownBy = 0;
    for (int node = 0; node < planted.size(); node++) {
      int depth = planted.key(node).commonPrefixLength(id);
      if (node == young) {
        continue;
      }
      int count = around.bucket(node, depth, 0, bucket);
      if (Arrays.stream(bucket, 0, count).anyMatch(index -> index == young)) {
        knownBy++;
        assertThat(depth).isGreaterThan(4);
      }
    }
    assertThat(knownBy).isBetween(5, 60);
  }
}
