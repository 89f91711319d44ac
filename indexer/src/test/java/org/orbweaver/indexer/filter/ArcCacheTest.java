package org.orbweaver.indexer.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orbweaver.kademlia.Key;

class ArcCacheTest {
  /** Keys that mostly collide in the table, so that probing and removal are put to the test. */
  private static Key key(int number) {
    return new Key((long) number << 48, number & 3, number);
  }

  /** A heavy head, a long tail and now and then a scan. */
  private static Key someKey(Random random) {
    int range = random.nextInt(3) == 0 ? 2_000 : 40;
    return key(random.nextInt(range));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void decidesAsTheOriginalDoes(long seed) {
    Random random = new Random(seed);
    int capacity = 1 + random.nextInt(100);
    ArcCache cache = new ArcCache(capacity);
    PlainArc original = new PlainArc(capacity);
    for (int i = 0; i < 10_000; i++) {
      Key key = someKey(random);
      assertThat(cache.request(key))
          .as("request %d, seed %d", i, seed)
          .isEqualTo(original.request(key));
      assertThat(cache.sizes()).as("request %d, seed %d", i, seed).isEqualTo(original.sizes());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void keepsItsBoundsThroughRemovalsAndResizes(long seed) {
    Random random = new Random(seed);
    ArcCache cache = new ArcCache(10);
    Set<Key> resident = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      Key key = someKey(random);
      switch (random.nextInt(20)) {
        case 0 -> {
          cache.remove(key);
          assertThat(cache.touch(key)).as("seed %d", seed).isFalse();
        }
        case 1 -> cache.resize(1 + random.nextInt(300));
        default -> {
          cache.request(key);
          resident.add(key);
          assertThat(cache.touch(key)).as("seed %d", seed).isTrue();
        }
      }
      int[] sizes = cache.sizes();
      assertThat(sizes[0] + sizes[1]).as("seed %d", seed).isLessThanOrEqualTo(cache.capacity());
      assertThat(sizes[0] + sizes[2]).as("seed %d", seed).isLessThanOrEqualTo(cache.capacity());
      assertThat(sizes[0] + sizes[1] + sizes[2] + sizes[3])
          .as("seed %d", seed)
          .isLessThanOrEqualTo(2 * cache.capacity());
    }
    long hits = resident.stream().filter(cache::touch).count();
    assertThat(hits).as("seed %d", seed).isEqualTo(cache.size());
  }

  @Test
  void aScanDoesNotDriveOutWhatComesOften() {
    ArcCache cache = new ArcCache(100);
    for (int round = 0; round < 10; round++) {
      for (int popular = 0; popular < 50; popular++) {
        cache.request(key(popular));
      }
    }
    for (int once = 1_000; once < 2_000; once++) {
      cache.request(key(once));
    }
    for (int popular = 0; popular < 50; popular++) {
      assertThat(cache.touch(key(popular))).isTrue();
    }
  }
}
