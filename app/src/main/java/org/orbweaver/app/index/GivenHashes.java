package org.orbweaver.app.index;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.kademlia.Key;

/**
 * The part of a store that concerns the hashes a user asked for: only they are claimed, whatever
 * their turn, each once. Safe for several threads.
 */
public final class GivenHashes implements HashLedger {
  private final HashLedger store;
  private final Set<Key> unclaimed;
  private final Set<Key> open;
  private final Map<Key, Outcome> ends = new HashMap<>();

  public GivenHashes(HashLedger store, Collection<Key> hashes) {
    this.store = store;
    this.unclaimed = new HashSet<>(hashes);
    this.open = new HashSet<>(hashes);
  }

  /** One more is asked for. */
  public synchronized void add(Key hash) {
    if (open.add(hash)) {
      unclaimed.add(hash);
    }
  }

  /** Whether it is not known yet what became of it. */
  public synchronized boolean isOpen(Key hash) {
    return open.contains(hash);
  }

  /** How the work on it ended last; empty if it has not. */
  public synchronized Optional<Outcome> end(Key hash) {
    return Optional.ofNullable(ends.get(hash));
  }

  public synchronized boolean isDone() {
    return open.isEmpty();
  }

  public synchronized int left() {
    return open.size();
  }

  @Override
  public synchronized List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now) {
    List<Key> next =
        unclaimed.stream()
            .filter(hash -> hash.compareTo(region.first()) >= 0)
            .filter(hash -> hash.compareTo(region.last()) <= 0)
            .sorted()
            .limit(limit)
            .toList();
    next.forEach(unclaimed::remove);
    return next.isEmpty() ? List.of() : store.claimExactly(next, leaseNanos, now);
  }

  @Override
  public List<Key> takeHearsay(int limit) {
    return List.of();
  }

  @Override
  public synchronized int settle(Collection<? extends Outcome> outcomes, long now) {
    for (Outcome outcome : outcomes) {
      open.remove(outcome.hash());
      ends.put(outcome.hash(), outcome);
    }
    return store.settle(outcomes, now);
  }

  @Override
  public int note(Collection<ObservedHash> sightings, long now) {
    return 0; // what strangers ask us meanwhile is not what the user asked for
  }

  @Override
  public Map<Key, Triage> triage(Collection<Key> hashes, long now) {
    return store.triage(hashes, now);
  }

  @Override
  public List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now) {
    return store.claimExactly(hashes, leaseNanos, now);
  }

  @Override
  public List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now) {
    return List.of();
  }

  @Override
  public void counted(Collection<SwarmCount> counts, long now) {
    store.counted(counts, now);
  }
}
