package org.orbweaver.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Key;

class NearestNodesTest {
  @Test
  void agreesWithSortingEverybody() {
    SplittableRandom random = new SplittableRandom(3);
    for (int size : new int[] {1, 5, 20, 3_000}) {
      Population population = new Population(PopulationOptions.honest(size, size));
      Liveness liveness = Liveness.constant(population);
      NearestNodes closest = new NearestNodes(population, liveness);
      for (int round = 0; round < 50; round++) {
        Key target = round % 5 == 0 ? population.key(random.nextInt(size)) : Key.random(random);
        int[] out = new int[8];
        int found = closest.live(target.high(), 0, out);
        List<Integer> expected =
            IntStream.range(0, size)
                .filter(index -> liveness.live(index, 0))
                .boxed()
                .sorted(Comparator.comparing(index -> population.key(index).distance(target)))
                .limit(8)
                .toList();
        assertThat(Arrays.stream(out, 0, found).boxed().toList())
            .as("size %d round %d", size, round)
            .isEqualTo(expected);
      }
    }
  }
}
