package org.orbweaver.kademlia;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whole lookups in a network of 100,000 nodes of which 30 % are dead. */
class LookupNetworkTest {
  private static final int SIZE = 100_000;
  private static final int RUNS = 1000;
  private static final long SEED = 4;

  private static ModelNetwork network;

  @BeforeAll
  static void build() {
    network = new ModelNetwork(SIZE, SEED);
  }

  record Outcome(double exact, double queries, double convergedMillis) {}

  @Test
  void sixtyFourHomesFindTheTrueClosestWithFewQueries() {
    for (double loss : new double[] {0, 0.02}) {
      for (int homes : new int[] {1, 64}) {
        for (int retries : new int[] {0, 1, 2}) {
          RoutingTable table = table(homes);
          Outcome o =
              run(
                  table,
                  randomKeys(),
                  LookupCache.disabled(),
                  LookupSettings.PUBLIC.withRetries(retries),
                  loss);
          System.out.println(
              "random homes "
                  + homes
                  + " retries "
                  + retries
                  + " loss "
                  + loss
                  + " "
                  + o
                  + " table "
                  + table.size()
                  + " buckets "
                  + table.buckets().size());
          o =
              run(
                  table,
                  keysInOrder(),
                  new LookupCache(65536),
                  LookupSettings.PUBLIC.withRetries(retries),
                  loss);
          System.out.println(
              "order homes " + homes + " retries " + retries + " loss " + loss + " " + o);
        }
      }
    }
    for (int c : new int[] {1, 2, 3, 6, 10}) {
      Outcome o =
          run(
              table(64),
              randomKeys(),
              LookupCache.disabled(),
              LookupSettings.PUBLIC.withConcurrency(c),
              0.02);
      System.out.println("random c " + c + " " + o);
    }
    assertThat(network.size()).isEqualTo(SIZE);
  }

  private static Outcome run(
      RoutingTable table,
      List<Key> targets,
      LookupCache cache,
      LookupSettings settings,
      double loss) {
    LookupDriver driver = new LookupDriver(network, new Random(SEED), loss);
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
      table.addLocalId(new Key(root.high() ^ Long.reverse(i), root.middle(), root.low()));
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

  /** As dense as the paper's: about one torrent per node. */
  private static List<Key> keysInOrder() {
    Random random = new Random(SEED + 1);
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      // 1,000 keys over a hundredth of the space.
      keys.add(Prefix.of(Key.MAX.flip(1).flip(3), 7).randomKey(random));
    }
    Collections.sort(keys);
    return keys;
  }
}
