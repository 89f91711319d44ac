package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whole lookups in a network of 100,000 nodes, 30 % of them dead, that loses 2 % of all packets.
 */
class LookupNetworkTest {
  private static final int SIZE = 100_000;
  private static final int RUNS = 1000;
  private static final long SEED = 4;
  private static final double LOSS = 0.02;
  private static final LookupSettings SETTINGS = LookupSettings.PUBLIC;

  private static ModelNetwork network;
  private static RoutingTable shared;

  @BeforeAll
  static void build() {
    network = new ModelNetwork(SIZE, SEED);
    shared = table(64);
  }

  private record Outcome(double exact, double queries, double medianMillis) {}

  @Test
  void oneHomeFindsTheTrueClosest() {
    Outcome outcome = run(table(1), randomKeys(), LookupCache.disabled(), SETTINGS);
    assertThat(outcome.exact).as(outcome.toString()).isGreaterThanOrEqualTo(0.99);
    assertThat(outcome.queries).as(outcome.toString()).isLessThan(26);
  }

  @Test
  void sharedTableOfSixtyFourHomesSavesQueries() {
    Outcome outcome = run(shared, randomKeys(), LookupCache.disabled(), SETTINGS);
    assertThat(outcome.exact).as(outcome.toString()).isGreaterThanOrEqualTo(0.99);
    assertThat(outcome.queries).as(outcome.toString()).isLessThan(21);
  }

  @Test
  void paperConcurrencyIsFasterAndAsksMore() {
    Outcome four = run(shared, randomKeys(), LookupCache.disabled(), SETTINGS);
    Outcome ten = run(shared, randomKeys(), LookupCache.disabled(), SETTINGS.withConcurrency(10));
    assertThat(ten.queries).as(ten.toString()).isGreaterThan(four.queries).isLessThan(40);
    assertThat(ten.medianMillis).as(ten.toString()).isLessThan(four.medianMillis);
  }

  @Test
  void cacheInNaturalOrderLeavesLittleMoreThanTheEightQueriesOfTheResult() {
    Outcome outcome = run(shared, keysInOrder(), new LookupCache(65_536), SETTINGS);
    assertThat(outcome.exact).as(outcome.toString()).isGreaterThanOrEqualTo(0.99);
    assertThat(outcome.queries).as(outcome.toString()).isLessThan(9.7);
  }

  private static Outcome run(
      RoutingTable table, List<Key> targets, LookupCache cache, LookupSettings settings) {
    LookupDriver driver = new LookupDriver(network, new Random(SEED), LOSS);
    int exact = 0;
    long queries = 0;
    List<Long> times = new ArrayList<>();
    for (Key target : targets) {
      Lookup lookup =
          new Lookup(driver.now, target, settings, cache, c -> !table.isLocalId(c.id()));
      lookup.seed(table);
      driver.run(lookup);
      exact += lookup.closest().equals(network.closestLive(target, settings.k())) ? 1 : 0;
      queries += lookup.queries();
      times.add(driver.convergedAt);
    }
    Collections.sort(times);
    return new Outcome(
        (double) exact / targets.size(),
        (double) queries / targets.size(),
        times.get(times.size() / 2) / 1e6);
  }

  private static RoutingTable table(int homes) {
    RoutingTable table = new RoutingTable(TablePolicy.PUBLIC);
    Random random = new Random(SEED + 1);
    Key root = Key.random(random);
    for (int i = 0; i < homes; i++) {
      table.addLocalId(StaggeredIds.derived(root, i));
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < network.size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, random);
    for (int i : order) {
      if (network.isLive(network.contact(i))) {
        table.onReply(0, network.contact(i), 1);
      }
    }
    return table;
  }

  private static List<Key> randomKeys() {
    Random random = new Random(SEED + 1);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      keys.add(Key.random(random));
    }
    return keys;
  }

  /** About as dense as the paper's, which counts 2 to 11 million torrents for 6 million nodes. */
  private static List<Key> keysInOrder() {
    Random random = new Random(SEED + 1);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      keys.add(Prefix.parse("1010111").randomKey(random)); // with some 780 nodes
    }
    Collections.sort(keys);
    return keys;
  }
}
