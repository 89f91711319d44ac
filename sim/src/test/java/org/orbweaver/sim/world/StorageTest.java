package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class StorageTest {
  private final Population population = new Population(PopulationOptions.honest(3_000, 8));
  private final NearestNodes closest = new NearestNodes(population, Liveness.constant(population));
  private final Catalogue catalogue = new Catalogue(8, 1_500, 0.9);
  private final Swarms swarms = new Swarms(population, catalogue, ContentOptions.of(1_500));
  private final Storage storage = new Storage(population, catalogue, swarms, closest, true);

  @Test
  void everyTorrentIsHeldByItsEightClosestLiveNodesAndNobodyElse() {
    Key[] sample = new Key[200];
    int[] copies = new int[catalogue.size()];
    for (int node = 0; node < population.size(); node++) {
      int held = storage.sample(node, 0, sample);
      assertThat(held).isLessThan(sample.length);
      Set<Key> distinct = new HashSet<>(Arrays.asList(sample).subList(0, held));
      assertThat(distinct).hasSize(held);
      for (Key infohash : distinct) {
        int torrent = catalogue.find(infohash);
        assertThat(storage.holds(node, torrent, 0)).isTrue();
        copies[torrent]++;
      }
    }
    assertThat(copies).containsOnly(8);
  }

  @Test
  void popularSwarmsAreLarge() {
    assertThat(swarms.size(0)).isGreaterThan(swarms.size(100)).isGreaterThan(100);
    assertThat(swarms.size(1_499)).isBetween(1, 3);
  }
}
