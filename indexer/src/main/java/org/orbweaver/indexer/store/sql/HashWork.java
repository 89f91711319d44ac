package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.kademlia.Key;

/**
 * The work on hashes: what is known of them, who works on which, and how it ended. Each call is one
 * transaction over the tables' parts.
 */
final class HashWork {
  private static final long RIPEN_EVERY_SECONDS = 1;

  private final Database database;
  private final StoreSettings settings;
  private final StoreClock clock;
  private final Ledger ledger;
  private final Hearsay hearsay;
  private final TorrentTable catalog;
  private final HashLifecycle lifecycle;
  private final BlockRules blockRules;
  private final AtomicLong ripened = new AtomicLong(Long.MIN_VALUE);

  HashWork(
      Database database,
      StoreSettings settings,
      StoreClock clock,
      Ledger ledger,
      Hearsay hearsay,
      TorrentTable catalog,
      HashLifecycle lifecycle,
      BlockRules blockRules) {
    this.database = database;
    this.settings = settings;
    this.clock = clock;
    this.ledger = ledger;
    this.hearsay = hearsay;
    this.catalog = catalog;
    this.lifecycle = lifecycle;
    this.blockRules = blockRules;
  }

  int note(Collection<ObservedHash> sightings, long now) {
    TreeMap<Key, ObservedHash> byKey = new TreeMap<>();
    sightings.forEach(each -> byKey.merge(each.hash(), each, ObservedHash::plus));
    if (byKey.isEmpty()) {
      return 0;
    }
    long seconds = clock.seconds(now);
    long wakeBefore = seconds - settings.retryLast().toSeconds();
    return database.write(connection -> note(connection, byKey, seconds, wakeBefore));
  }

  private int note(
      Connection connection,
      SequencedMap<Key, ObservedHash> sightings,
      long seconds,
      long wakeBefore)
      throws SQLException {
    List<ObservedHash> unknown =
        database.dialect().noteKnown(connection, sightings.sequencedValues(), seconds, wakeBefore);
    List<ObservedHash> attested = unknown.stream().filter(ObservedHash::attested).toList();
    hearsay.add(connection, unknown.stream().filter(each -> !each.attested()).toList(), seconds);
    hearsay.attest(connection, attested);
    return database.dialect().takeIn(connection, attested, seconds);
  }

  List<Key> takeHearsay(int limit) {
    return database.write(connection -> hearsay.take(connection, limit));
  }

  Map<Key, Triage> triage(Collection<Key> hashes, long now) {
    Map<Key, Triage> advice = new HashMap<>();
    hashes.forEach(hash -> advice.put(hash, Triage.UNKNOWN));
    database
        .read(connection -> database.dialect().rows(connection, new TreeSet<>(hashes), false))
        .forEach(row -> advice.put(row.hash(), row.triage(clock.seconds(now))));
    return advice;
  }

  List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now) {
    return claimRows(WorkState.LOOKUP, region, limit, leaseNanos, now).stream()
        .map(row -> new Claim(row.hash(), row.state(), row.failures(), row.hits()))
        .toList();
  }

  List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now) {
    return claimRows(WorkState.COUNT, region, limit, leaseNanos, now).stream()
        .map(LedgerRow::hash)
        .toList();
  }

  private List<LedgerRow> claimRows(
      WorkState turn, KeyRange region, int limit, long leaseNanos, long now) {
    long seconds = clock.seconds(now);
    // At least a second: a lease that ends at once is none.
    long until = Math.max(seconds + 1, clock.seconds(now + leaseNanos));
    return database.write(
        connection -> {
          long before = ripened.get();
          if (seconds - RIPEN_EVERY_SECONDS >= before || seconds < before) {
            ledger.ripen(connection, seconds);
            ripened.set(seconds);
          }
          return ledger.claim(connection, turn, region, limit, until);
        });
  }

  List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now) {
    long seconds = clock.seconds(now);
    long until = Math.max(seconds + 1, clock.seconds(now + leaseNanos));
    return database.write(
        connection -> {
          List<LedgerRow> leased = new ArrayList<>();
          List<Claim> claims = new ArrayList<>();
          for (LedgerRow row : ledger.lock(connection, new TreeSet<>(hashes), seconds)) {
            boolean open =
                switch (row.state()) {
                  case FETCHED, PRIVATE, BLOCKED -> false;
                  case NEW, LOOKED_UP, NO_PEERS, FAILED, GIVEN_UP ->
                      row.turn() != WorkState.LEASED || row.due() <= seconds;
                };
            if (open) {
              claims.add(new Claim(row.hash(), row.state(), row.failures(), row.hits()));
              leased.add(
                  new LedgerRow(
                      row.hash(),
                      row.state(),
                      row.failures(),
                      WorkState.LEASED,
                      until,
                      row.hits(),
                      row.settled()));
            }
          }
          ledger.write(connection, leased);
          return claims;
        });
  }

  int settle(Collection<? extends Outcome> outcomes, long now) {
    TreeMap<Key, Outcome> byKey = new TreeMap<>();
    for (Outcome outcome : outcomes) {
      // A torrent in hand outweighs whatever else is said about its hash in the same batch.
      byKey.merge(outcome.hash(), outcome, (a, b) -> a instanceof Outcome.Fetched ? a : b);
    }
    if (byKey.isEmpty()) {
      return 0;
    }
    Map<Key, TorrentTable.Prepared> prepared = new HashMap<>();
    for (Outcome outcome : byKey.values()) {
      if (outcome instanceof Outcome.Fetched(TorrentEntry entry)) {
        prepared.put(entry.hash(), catalog.prepare(entry));
      }
    }
    return database.write(connection -> settle(connection, byKey, prepared, clock.seconds(now)));
  }

  private int settle(
      Connection connection,
      NavigableMap<Key, Outcome> outcomes,
      Map<Key, TorrentTable.Prepared> prepared,
      long seconds)
      throws SQLException {
    List<LedgerRow> changed = new ArrayList<>(outcomes.size());
    List<TorrentTable.Prepared> fresh = new ArrayList<>();
    for (LedgerRow row : ledger.lock(connection, outcomes.navigableKeySet(), seconds)) {
      Outcome outcome = Objects.requireNonNull(outcomes.get(row.hash()));
      if (outcome instanceof Outcome.Fetched(TorrentEntry entry)
          && blockRules.forbids(entry.name())) {
        changed.add(lifecycle.blocked(row, seconds));
        continue;
      }
      LedgerRow after = lifecycle.after(row, outcome, seconds);
      if (!after.equals(row)) {
        changed.add(after);
        TorrentTable.Prepared torrent = prepared.get(row.hash());
        if (torrent != null) {
          fresh.add(torrent);
        }
      }
    }
    ledger.write(connection, changed);
    if (!fresh.isEmpty()) {
      catalog.add(connection, fresh, seconds);
    }
    return fresh.size();
  }

  void counted(Collection<SwarmCount> counts, long now) {
    TreeMap<Key, SwarmCount> byKey = new TreeMap<>();
    counts.forEach(count -> byKey.put(count.hash(), count));
    long seconds = clock.seconds(now);
    database.write(
        connection -> {
          List<LedgerRow> changed = new ArrayList<>(byKey.size());
          TreeMap<Key, SwarmCount> known = new TreeMap<>();
          for (LedgerRow row : database.dialect().rows(connection, byKey.navigableKeySet(), true)) {
            SwarmCount count = byKey.get(row.hash());
            if (row.state() == HashState.FETCHED && count != null) {
              boolean empty = count.seeders() + count.leechers() == 0;
              changed.add(lifecycle.counted(row, empty, seconds));
              known.put(row.hash(), count);
            }
          }
          ledger.write(connection, changed);
          catalog.count(connection, known, seconds);
          return null;
        });
  }

  void takeSettled(Collection<Key> hashes, long now) {
    database.write(
        connection -> {
          ledger.takeSettled(connection, new TreeSet<>(hashes), clock.seconds(now));
          return null;
        });
  }

  void block(Collection<Key> hashes, long now) {
    NavigableSet<Key> keys = new TreeSet<>(hashes);
    long seconds = clock.seconds(now);
    database.write(
        connection -> {
          List<LedgerRow> rows =
              ledger.lock(connection, keys, seconds).stream()
                  .map(row -> lifecycle.blocked(row, seconds))
                  .toList();
          ledger.write(connection, rows);
          catalog.remove(connection, keys);
          return null;
        });
  }
}
