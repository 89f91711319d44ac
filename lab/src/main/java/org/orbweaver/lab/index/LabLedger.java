package org.orbweaver.lab.index;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashLedger;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.kademlia.Key;

/**
 * A ledger in memory, for runs in which the store is not the question, or in which hashes are to be
 * claimed in another order than the real one allows. Leases do not run out: nobody crashes here.
 */
final class LabLedger implements HashLedger, RunLedger {
  private static final long RETRY_FIRST = Duration.ofHours(1).toNanos();
  private static final int ATTEMPTS = 8;

  /** A hash and where it stands. */
  private static final class Row {
    private final Key hash;
    private final long number;
    private final int lot;
    private HashState state = HashState.NEW;
    private int failures;
    private long hits;

    Row(Key hash, long number) {
      this.hash = hash;
      this.number = number;
      this.lot = Long.hashCode(number * 0x9E3779B97F4A7C15L);
    }

    Claim claim() {
      return new Claim(hash, state, failures, hits);
    }
  }

  private record Retry(long due, Row row) {}

  /** A torrent in the catalog. */
  record Stored(String name, long at) {}

  private final LookupOrder order;
  private final Map<Key, Row> rows = new HashMap<>();
  private final NavigableMap<Key, Row> ready = new TreeMap<>();
  private final TreeSet<Row> queue;
  private final PriorityQueue<Retry> retries =
      new PriorityQueue<>(Comparator.comparingLong(Retry::due).thenComparing(r -> r.row().hash));
  private final Map<Key, Stored> stored = new HashMap<>();
  private final Recounting recounting;

  LabLedger(LookupOrder order) {
    this(order, Recounting.never());
  }

  /**
   * @param recounting when the swarms of what was stored are counted
   */
  LabLedger(LookupOrder order, Recounting recounting) {
    this.order = order;
    this.recounting = recounting;
    Comparator<Row> first =
        switch (order) {
          case NATURAL -> Comparator.comparing(row -> row.hash);
          case MOST_SEEN -> Comparator.comparingLong(row -> -row.hits);
          case NEWEST -> Comparator.comparingLong(row -> -row.number);
          case RANDOM -> Comparator.comparingInt(row -> row.lot);
        };
    queue = new TreeSet<>(first.thenComparing(row -> row.hash));
  }

  @Override
  public int note(Collection<ObservedHash> sightings, long now) {
    int unknown = 0;
    for (ObservedHash sighting : sightings) {
      Row row = rows.get(sighting.hash());
      if (row == null) {
        row = new Row(sighting.hash(), rows.size());
        rows.put(row.hash, row);
        row.hits = sighting.asks();
        makeReady(row);
        unknown++;
      } else {
        boolean waits = ready.containsKey(row.hash);
        queue.remove(row);
        row.hits += sighting.asks();
        if (waits) {
          queue.add(row);
        }
      }
    }
    return unknown;
  }

  private void makeReady(Row row) {
    ready.put(row.hash, row);
    queue.add(row);
  }

  @Override
  public Map<Key, Triage> triage(Collection<Key> hashes, long now) {
    throw new UnsupportedOperationException("the pipeline does not ask this");
  }

  @Override
  public List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now) {
    while (!retries.isEmpty() && retries.peek().due() <= now) {
      Row row = retries.remove().row();
      if (!isSettled(row)) {
        makeReady(row);
      }
    }
    List<Claim> claims = new ArrayList<>();
    while (claims.size() < limit) {
      Row row = next(region);
      if (row == null) {
        break;
      }
      ready.remove(row.hash);
      queue.remove(row);
      claims.add(row.claim());
    }
    return claims;
  }

  private @Nullable Row next(KeyRange region) {
    if (order != LookupOrder.NATURAL) {
      return queue.isEmpty() ? null : queue.first();
    }
    Map.Entry<Key, Row> next = ready.ceilingEntry(region.first());
    return next == null || next.getKey().compareTo(region.last()) > 0 ? null : next.getValue();
  }

  @Override
  public List<Key> takeHearsay(int limit) {
    return List.of(); // all that is noted here is looked up in its order
  }

  @Override
  public List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now) {
    throw new UnsupportedOperationException("the pipeline does not ask this");
  }

  @Override
  public List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now) {
    return recounting.claim(region, limit, now);
  }

  @Override
  public int settle(Collection<? extends Outcome> outcomes, long now) {
    int before = stored.size();
    for (Outcome outcome : outcomes) {
      Row row = rows.get(outcome.hash());
      if (row == null || isSettled(row)) {
        continue;
      }
      switch (outcome) {
        case Outcome.Fetched(TorrentEntry entry) -> {
          row.state = HashState.FETCHED;
          stored.put(entry.hash(), new Stored(entry.name(), now));
          recounting.begin(entry.hash());
        }
        case Outcome.Private _ -> row.state = HashState.PRIVATE;
        case Outcome.NoPeers _ -> failed(row, HashState.NO_PEERS, now);
        case Outcome.Failed _ -> failed(row, HashState.FAILED, now);
        case Outcome.LookedUp _ -> row.state = HashState.LOOKED_UP;
        case Outcome.Released _ -> makeReady(row);
      }
      if (isSettled(row)) {
        ready.remove(row.hash);
        queue.remove(row);
      }
    }
    return stored.size() - before;
  }

  private static boolean isSettled(Row row) {
    return row.state == HashState.FETCHED || row.state == HashState.PRIVATE;
  }

  private void failed(Row row, HashState state, long now) {
    row.state = ++row.failures >= ATTEMPTS ? HashState.GIVEN_UP : state;
    if (row.failures < ATTEMPTS) {
      retries.add(new Retry(now + (RETRY_FIRST << (row.failures - 1)), row));
    }
  }

  @Override
  public void counted(Collection<SwarmCount> counts, long now) {
    counts.forEach(count -> recounting.counted(count, now));
  }

  @Override
  public HashLedger ledger() {
    return this;
  }

  @Override
  public boolean knows(Key hash) {
    return rows.containsKey(hash);
  }

  @Override
  public long seen() {
    return rows.size();
  }

  @Override
  public Map<Key, String> names() {
    Map<Key, String> names = new HashMap<>();
    stored.forEach((hash, torrent) -> names.put(hash, torrent.name()));
    return names;
  }

  Map<Key, Stored> stored() {
    return stored;
  }
}
