package org.orbweaver.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;
import org.orbweaver.kademlia.Key;
import org.orbweaver.lab.search.ThrowawayPostgres;

/** Two indexers on one PostgreSQL, one of which is killed. */
@RealComponent(Component.POSTGRESQL)
class SharedStoreTest {
  private static final int HASHES = 3_000;

  @TempDir private Path folder;

  @Test
  void nothingIsFetchedTwiceAndNothingIsLostWhenOneIsKilled() throws Exception {
    try (ThrowawayPostgres postgres = new ThrowawayPostgres()) {
      String address = postgres.database("shared");
      try (TorrentStore store =
          TorrentStores.open(address, RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
        Random random = new Random(1);
        List<ObservedHash> sightings = new ArrayList<>();
        for (int i = 0; i < HASHES; i++) {
          sightings.add(ObservedHash.attested(Key.random(random)));
        }
        long now = System.currentTimeMillis() * 1_000_000;
        store.note(sightings, now);
        Path one = folder.resolve("one");
        Path two = folder.resolve("two");
        Process victim = start(address, one);
        Process survivor = start(address, two);
        while (lines(one, "settled").size() < 200 && victim.isAlive()) {
          Thread.sleep(20);
        }
        victim.destroyForcibly().waitFor();
        assertThat(survivor.waitFor(120, TimeUnit.SECONDS)).isTrue();

        assertThat(store.stats(now).hashes())
            .containsOnly(java.util.Map.entry(HashState.FETCHED, (long) HASHES));
        Set<String> done = new HashSet<>(lines(one, "settled"));
        Set<String> again = new HashSet<>(lines(one, "claimed"));
        again.retainAll(lines(two, "claimed"));
        // Only what the victim held when it died may have been given out a second time.
        assertThat(again).doesNotContainAnyElementsOf(done).hasSizeLessThanOrEqualTo(20);
        assertThat(lines(two, "claimed")).doesNotHaveDuplicates().isNotEmpty();
      }
    }
  }

  private static Process start(String address, Path log) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xmx256m",
            ClaimingIndexer.class.getName(),
            address)
        .redirectOutput(log.toFile())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<String> lines(Path log, String kind) throws IOException {
    return Files.readString(log)
        .lines()
        .filter(line -> line.matches(kind + " [0-9a-f]{40}"))
        .map(line -> line.substring(kind.length() + 1))
        .toList();
  }
}
