package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.search.Facets;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.store.Arrivals;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.Likeness;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.PastCount;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.StoreStats;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.kademlia.Key;

/** The store over either engine: each call one transaction, put together from the tables' parts. */
final class SqlStore implements TorrentStore {
  private static final long RIPEN_EVERY_SECONDS = 1;

  /** So many torrents in one transaction, and so many transactions in one tidying. */
  private static final int RELABELLED_AT_ONCE = 100;

  private final Database database;
  private final Ledger ledger;
  private final Hearsay hearsay;
  private final TorrentTable catalog;
  private final StoreSearch search;
  private final HashLifecycle lifecycle;
  private final BlockRules blockRules;
  private final Upkeep upkeep;
  private final StoreSettings settings;
  private final AtomicLong ripened = new AtomicLong(Long.MIN_VALUE);
  private volatile long skew;

  SqlStore(Database database, Classifier classifier, StoreSettings settings) {
    this.database = database;
    this.settings = settings;
    Migrations.apply(database);
    inTransaction(database.dialect()::afterLoading); // a loading process may have died
    ledger = new Ledger(database.dialect());
    hearsay = new Hearsay();
    catalog = new TorrentTable(database.dialect(), classifier, settings.keepInfo());
    search = new StoreSearch(database);
    lifecycle = new HashLifecycle(settings);
    blockRules = new BlockRules(database);
    upkeep = new Upkeep(database, ledger, hearsay, catalog, lifecycle);
    skew = measuredSkew();
  }

  /**
   * The database's clock, which all indexers on one store share: by a clock of its own that is an
   * hour fast, one of them would take every other's leases for run out.
   */
  private long seconds(long now) {
    return Seconds.of(now) + skew;
  }

  private long measuredSkew() {
    return database.read(database.dialect()::secondsAhead);
  }

  @Override
  public int note(Collection<ObservedHash> sightings, long now) {
    TreeMap<Key, ObservedHash> byKey = new TreeMap<>();
    sightings.forEach(each -> byKey.merge(each.hash(), each, ObservedHash::plus));
    if (byKey.isEmpty()) {
      return 0;
    }
    long seconds = seconds(now);
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

  @Override
  public List<Key> takeHearsay(int limit) {
    return database.write(connection -> hearsay.take(connection, limit));
  }

  @Override
  public Map<Key, Triage> triage(Collection<Key> hashes, long now) {
    Map<Key, Triage> advice = new HashMap<>();
    hashes.forEach(hash -> advice.put(hash, Triage.UNKNOWN));
    database
        .read(connection -> database.dialect().rows(connection, new TreeSet<>(hashes), false))
        .forEach(row -> advice.put(row.hash(), row.triage(seconds(now))));
    return advice;
  }

  @Override
  public List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now) {
    return claimRows(WorkState.LOOKUP, region, limit, leaseNanos, now).stream()
        .map(row -> new Claim(row.hash(), row.state(), row.failures(), row.hits()))
        .toList();
  }

  @Override
  public List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now) {
    return claimRows(WorkState.COUNT, region, limit, leaseNanos, now).stream()
        .map(LedgerRow::hash)
        .toList();
  }

  private List<LedgerRow> claimRows(
      WorkState turn, KeyRange region, int limit, long leaseNanos, long now) {
    long seconds = seconds(now);
    // At least a second: a lease that ends at once is none.
    long until = Math.max(seconds + 1, seconds(now + leaseNanos));
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

  @Override
  public List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now) {
    long seconds = seconds(now);
    long until = Math.max(seconds + 1, seconds(now + leaseNanos));
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

  @Override
  public int settle(Collection<? extends Outcome> outcomes, long now) {
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
    return database.write(connection -> settle(connection, byKey, prepared, seconds(now)));
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

  @Override
  public void counted(Collection<SwarmCount> counts, long now) {
    TreeMap<Key, SwarmCount> byKey = new TreeMap<>();
    counts.forEach(count -> byKey.put(count.hash(), count));
    long seconds = seconds(now);
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

  @Override
  public void takeSettled(Collection<Key> hashes, long now) {
    database.write(
        connection -> {
          ledger.takeSettled(connection, new TreeSet<>(hashes), seconds(now));
          return null;
        });
  }

  @Override
  public void block(Collection<Key> hashes, long now) {
    NavigableSet<Key> keys = new TreeSet<>(hashes);
    long seconds = seconds(now);
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

  @Override
  public int blockWords(String words, long now) {
    blockRules.add(words);
    int dropped = 0;
    while (true) {
      List<Key> forbidden =
          search
              .search(
                  new SearchQuery(
                      words, org.orbweaver.indexer.search.Sort.OLDEST, SearchQuery.MOST))
              .hits()
              .stream()
              .filter(hit -> blockRules.forbids(hit.name()))
              .map(org.orbweaver.indexer.search.Hit::hash)
              .toList();
      if (forbidden.isEmpty()) {
        return dropped;
      }
      block(forbidden, now);
      dropped += forbidden.size();
    }
  }

  @Override
  public void unblockWords(String words) {
    blockRules.remove(words);
  }

  @Override
  public List<String> blockedWords() {
    return blockRules.all();
  }

  @Override
  public int tidy(long now) {
    blockRules.reload();
    skew = measuredSkew();
    relabelOld();
    return upkeep.tidy(seconds(now));
  }

  /**
   * Labels a few of the torrents that came before the newest kinds of tags, so that an old index
   * needs no command of its user's. Several indexers may do the same ones; that is harmless.
   */
  private void relabelOld() {
    for (int i = 0; i < RELABELLED_AT_ONCE; i++) {
      long last = fact("relabelled_until");
      if (last >= fact("relabel_until")) {
        return;
      }
      Relabelled done = relabel(last, RELABELLED_AT_ONCE);
      long now = done.last() < 0 ? Long.MAX_VALUE : done.last();
      database.write(
          connection -> {
            try (PreparedStatement update =
                connection.prepareStatement(
                    "UPDATE fact SET value = ? WHERE name = 'relabelled_until'")) {
              update.setLong(1, now);
              return update.executeUpdate();
            }
          });
    }
  }

  private long fact(String name) {
    return database.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement("SELECT value FROM fact WHERE name = ?")) {
            select.setString(1, name);
            return Filters.number(select);
          }
        });
  }

  @Override
  public List<TorrentListing> after(long id, int limit) {
    return database.read(connection -> catalog.after(connection, id, limit));
  }

  @Override
  public Relabelled relabel(long afterId, int limit) {
    return database.write(
        connection -> {
          List<TorrentListing> next = catalog.after(connection, afterId, limit);
          return next.isEmpty()
              ? new Relabelled(-1, 0, 0)
              : new Relabelled(next.getLast().id(), next.size(), catalog.relabel(connection, next));
        });
  }

  @Override
  public void load(Runnable work) {
    inTransaction(database.dialect()::beforeLoading);
    try {
      work.run();
    } finally {
      inTransaction(database.dialect()::afterLoading);
    }
  }

  @FunctionalInterface
  private interface Step {
    void in(Connection connection) throws SQLException;
  }

  private void inTransaction(Step step) {
    database.write(
        connection -> {
          step.in(connection);
          return null;
        });
  }

  @Override
  public void optimize() {
    inTransaction(database.dialect()::optimize);
  }

  @Override
  public Hits search(SearchQuery query) {
    return search.search(query);
  }

  @Override
  public Facets facets(SearchQuery query) {
    return search.facets(query);
  }

  @Override
  public List<Arrivals> arrivals(int days, long now) {
    return database.read(connection -> search.arrivals(connection, days, seconds(now)));
  }

  @Override
  public Optional<TorrentListing> torrent(Key hash) {
    return database.read(connection -> catalog.torrent(connection, hash));
  }

  @Override
  public List<PastCount> history(Key hash) {
    return database.read(
        connection -> {
          Optional<TorrentListing> torrent = catalog.torrent(connection, hash);
          List<PastCount> counts = new ArrayList<>();
          if (torrent.isPresent() && torrent.get().seeders() >= 0) {
            TorrentListing now = torrent.get();
            counts.addAll(PastCounts.of(connection, now.id()));
            counts.add(new PastCount(Seconds.of(now.countedAt()), now.seeders(), now.leechers()));
          }
          return counts;
        });
  }

  @Override
  public List<Likeness> similar(Key hash, int limit) {
    return database.read(
        connection -> {
          Optional<TorrentListing> torrent = catalog.torrent(connection, hash);
          return torrent.isEmpty()
              ? List.of()
              : search.similar(connection, torrent.get(), catalog, limit);
        });
  }

  @Override
  public int addTitles(Collection<Title> titles) {
    return database.write(connection -> TitleTable.add(connection, titles));
  }

  @Override
  public int alias(TitleId known, TitleId other) {
    return database.write(connection -> TitleTable.alias(connection, known, other));
  }

  @Override
  public List<Title> titles(TitleId id) {
    return database.read(connection -> TitleTable.of(connection, id));
  }

  @Override
  public List<Title> titlesNamed(String name) {
    return database.read(connection -> TitleTable.named(connection, name));
  }

  @Override
  public Optional<byte[]> info(Key hash) {
    return database.read(connection -> catalog.info(connection, hash));
  }

  @Override
  public StoreStats stats(long now) {
    return database.read(connection -> stats(connection, seconds(now)));
  }

  private StoreStats stats(Connection connection, long seconds) throws SQLException {
    Map<HashState, Long> hashes = new EnumMap<>(HashState.class);
    try (Statement statement = connection.createStatement()) {
      try (ResultSet row =
          statement.executeQuery("SELECT state, count(*) FROM hash GROUP BY state")) {
        while (row.next()) {
          hashes.put(HashState.of(row.getInt(1)), row.getLong(2));
        }
      }
      return new StoreStats(
          hashes,
          number(
              statement,
              "SELECT (SELECT count(*) FROM hash WHERE "
                  + Ledger.IS_READY
                  + " AND turn = "
                  + WorkState.LOOKUP.code()
                  + ") + (SELECT count(*) FROM hash WHERE "
                  + Ledger.IS_WAITING
                  + " AND state <> "
                  + HashState.FETCHED.code()
                  + " AND due <= "
                  + seconds
                  + ")"),
          number(statement, "SELECT count(*) FROM hearsay"),
          hashes.getOrDefault(HashState.FETCHED, 0L),
          database.dialect().bytes(connection));
    }
  }

  static long number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
