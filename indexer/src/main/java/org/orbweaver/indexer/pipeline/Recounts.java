package org.orbweaver.indexer.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.kademlia.Key;
import org.orbweaver.mainline.DhtClient;
import org.orbweaver.mainline.ScrapeResult;

/**
 * Counts the swarms of torrents in the catalog again, when lookups for new ones leave time: all
 * nodes near the hash are asked for their Bloom filters, and the union counts (BEP 33). So dead
 * torrents are found out, and the living have seeders to sort by.
 *
 * <p>Bounded by its claim of {@value #CLAIMED_AT_ONCE}: only when those are counted and written
 * does it claim others, in natural order.
 */
final class Recounts {
  private static final int CLAIMED_AT_ONCE = 64;
  private static final int AT_ONCE = 4;
  private static final long REST = Duration.ofSeconds(30).toNanos();

  private final HashLedger ledger;
  private final BlockingWork work;
  private final DhtClient client;
  private final long lease;
  private final Queue<Key> claimed = new ArrayDeque<>();
  private final List<SwarmCount> counts = new ArrayList<>();
  private Key cursor = Key.ZERO;
  private boolean atStore;
  private int running;
  private long restsUntil = Long.MIN_VALUE;
  private long counted;

  Recounts(PipelineSettings settings, HashLedger ledger, BlockingWork work, DhtClient client) {
    this.ledger = ledger;
    this.work = work;
    this.client = client;
    this.lease = settings.lease().toNanos();
  }

  /** Counts on; true if it has begun a lookup. */
  boolean onTick(long now) {
    boolean began = false;
    while (running < AT_ONCE && !claimed.isEmpty()) {
      Key hash = claimed.remove();
      running++;
      began = true;
      if (!client.scrape(now, hash, result -> onScrape(hash, result))) {
        running--;
        claimed.add(hash);
        return began;
      }
    }
    if (!atStore && claimed.isEmpty() && running == 0) {
      if (!counts.isEmpty()) {
        write(now);
      } else if (now >= restsUntil) {
        claim(now);
      }
    }
    return began;
  }

  private void onScrape(Key hash, ScrapeResult result) {
    running--;
    if (result.lookup().replies() == 0) {
      return; // our network's fault, not the swarm's: its claim runs out, and it is counted again
    }
    int seeders = (int) Math.round(result.seeds().estimate());
    int leechers = (int) Math.round(result.peers().estimate());
    counts.add(new SwarmCount(hash, seeders, leechers));
    counted++;
  }

  private void write(long now) {
    atStore = true;
    List<SwarmCount> batch = List.copyOf(counts);
    counts.clear();
    work.run(
        () -> {
          ledger.counted(batch, now);
          return batch;
        },
        new BlockingWork.Answer<>() {
          @Override
          public void done(long time, List<SwarmCount> result) {
            atStore = false;
          }

          @Override
          public void failed(long time, Exception problem) {
            atStore = false; // their claims run out, and they are counted again
          }
        });
  }

  private void claim(long now) {
    atStore = true;
    KeyRange region = new KeyRange(cursor, Key.MAX);
    work.run(
        () -> ledger.claimForCount(region, CLAIMED_AT_ONCE, lease, now),
        new BlockingWork.Answer<>() {
          @Override
          public void done(long time, List<Key> hashes) {
            atStore = false;
            claimed.addAll(hashes);
            boolean more = hashes.size() == CLAIMED_AT_ONCE && !hashes.getLast().equals(Key.MAX);
            cursor = more ? hashes.getLast().next() : Key.ZERO;
            restsUntil = more ? time : time + REST;
          }

          @Override
          public void failed(long time, Exception problem) {
            atStore = false;
            restsUntil = time + REST;
          }
        });
  }

  long counted() {
    return counted;
  }
}
