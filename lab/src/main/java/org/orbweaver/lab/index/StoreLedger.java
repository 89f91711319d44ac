package org.orbweaver.lab.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.orbweaver.app.Progress;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.kademlia.Key;

/** A run's ledger in a real store, which may be full of older hashes. */
public final class StoreLedger implements RunLedger {
  private static final int BATCH = 20_000;
  private static final int PAGE = 1_000;

  private final TorrentStore store;
  private long filled;

  public StoreLedger(TorrentStore store) {
    this.store = store;
  }

  /**
   * Takes in hashes on which no work is left, as the paper's database had five million of them
   * (§4).
   */
  public void fill(int hashes, long seed, long now, Progress progress) {
    // In key order, which a store writes many times faster than any other.
    long[] keys = new Random(~seed).longs(hashes).toArray();
    Arrays.parallelSort(keys);
    for (int first = 0; first < hashes; first += BATCH) {
      progress.at((double) first / hashes, "filling the store");
      List<Key> batch = new ArrayList<>(BATCH);
      for (int i = first; i < Math.min(hashes, first + BATCH); i++) {
        batch.add(new Key(keys[i] ^ Long.MIN_VALUE, ~keys[i] * seed, i));
      }
      store.takeSettled(batch, now);
      filled += batch.size();
    }
  }

  @Override
  public HashLedger ledger() {
    return store;
  }

  @Override
  public boolean knows(Key hash) {
    return store.triage(List.of(hash), 0).get(hash) != Triage.UNKNOWN;
  }

  @Override
  public long seen() {
    long all = store.stats(0).hashes().values().stream().mapToLong(Long::longValue).sum();
    return all - filled;
  }

  @Override
  public Map<Key, String> names() {
    Map<Key, String> names = new HashMap<>();
    List<TorrentListing> page = store.after(-1, PAGE);
    while (!page.isEmpty()) {
      page.forEach(listing -> names.put(listing.entry().hash(), listing.entry().name()));
      page = store.after(page.getLast().id(), PAGE);
    }
    return names;
  }
}
