package org.orbweaver.interop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.sql.TorrentStores;

/**
 * An indexer without a network, as a process that can be killed: claims, says what it claimed,
 * settles, says that it did, until nothing has been due for longer than a lease.
 */
final class ClaimingIndexer {
  private static final long LEASE = Duration.ofSeconds(4).toNanos();
  private static final int BATCH = 20;

  private ClaimingIndexer() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (TorrentStore store =
        TorrentStores.open(arguments[0], RuleClassifier.builtIn(), StoreSettings.DEFAULT)) {
      long idleSince = System.nanoTime();
      while (System.nanoTime() - idleSince < 2 * LEASE) {
        List<Claim> claims = store.claim(KeyRange.ALL, BATCH, LEASE, now());
        if (claims.isEmpty()) {
          Thread.sleep(100);
          continue;
        }
        claims.forEach(claim -> System.out.println("claimed " + claim.hash()));
        Thread.sleep(20); // the work, in which a process may die
        List<Outcome> outcomes = new ArrayList<>();
        for (Claim claim : claims) {
          String name = "torrent " + claim.hash();
          outcomes.add(
              new Outcome.Fetched(
                  new TorrentEntry(claim.hash(), name, List.of(new ListedFile(name, 1)))));
        }
        store.settle(outcomes, now());
        claims.forEach(claim -> System.out.println("settled " + claim.hash()));
        idleSince = System.nanoTime();
      }
    }
  }

  private static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }
}
