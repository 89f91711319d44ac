package org.orbweaver.indexer.store.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.orbweaver.indexer.classify.Classifier;
import org.orbweaver.indexer.search.Facets;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.Sort;
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
import org.orbweaver.indexer.store.TorrentListing;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.kademlia.Key;

/** The store over either engine: each call one transaction, put together from the tables' parts. */
final class SqlStore implements TorrentStore {
  private final Database database;
  private final StoreClock clock;
  private final HashWork work;
  private final TorrentTable catalog;
  private final Relabelling relabelling;
  private final StoreSearch search;
  private final BlockRules blockRules;
  private final Upkeep upkeep;

  SqlStore(Database database, Classifier classifier, StoreSettings settings) {
    this.database = database;
    Migrations.apply(database);
    inTransaction(database.dialect()::afterLoading); // a loading process may have died
    Ledger ledger = new Ledger(database.dialect());
    Hearsay hearsay = new Hearsay();
    HashLifecycle lifecycle = new HashLifecycle(settings);
    clock = new StoreClock(database);
    catalog = new TorrentTable(database.dialect(), classifier, settings.keepInfo());
    relabelling = new Relabelling(database, catalog);
    search = new StoreSearch(database);
    blockRules = new BlockRules(database);
    work = new HashWork(database, settings, clock, ledger, hearsay, catalog, lifecycle, blockRules);
    upkeep = new Upkeep(database, ledger, hearsay, catalog, lifecycle);
  }

  @Override
  public int note(Collection<ObservedHash> sightings, long now) {
    return work.note(sightings, now);
  }

  @Override
  public List<Key> takeHearsay(int limit) {
    return work.takeHearsay(limit);
  }

  @Override
  public Map<Key, Triage> triage(Collection<Key> hashes, long now) {
    return work.triage(hashes, now);
  }

  @Override
  public List<Claim> claim(KeyRange region, int limit, long leaseNanos, long now) {
    return work.claim(region, limit, leaseNanos, now);
  }

  @Override
  public List<Key> claimForCount(KeyRange region, int limit, long leaseNanos, long now) {
    return work.claimForCount(region, limit, leaseNanos, now);
  }

  @Override
  public List<Claim> claimExactly(Collection<Key> hashes, long leaseNanos, long now) {
    return work.claimExactly(hashes, leaseNanos, now);
  }

  @Override
  public int settle(Collection<? extends Outcome> outcomes, long now) {
    return work.settle(outcomes, now);
  }

  @Override
  public void counted(Collection<SwarmCount> counts, long now) {
    work.counted(counts, now);
  }

  @Override
  public void takeSettled(Collection<Key> hashes, long now) {
    work.takeSettled(hashes, now);
  }

  @Override
  public void block(Collection<Key> hashes, long now) {
    work.block(hashes, now);
  }

  @Override
  public int blockWords(String words, long now) {
    blockRules.add(words);
    int dropped = 0;
    while (true) {
      List<Key> forbidden =
          search.search(new SearchQuery(words, Sort.OLDEST, SearchQuery.MOST)).hits().stream()
              .filter(hit -> blockRules.forbids(hit.name()))
              .map(Hit::hash)
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
    clock.measure();
    relabelling.relabelOld();
    return upkeep.tidy(clock.seconds(now));
  }

  @Override
  public List<TorrentListing> after(long id, int limit) {
    return database.read(connection -> catalog.after(connection, id, limit));
  }

  @Override
  public Relabelled relabel(long afterId, int limit) {
    return relabelling.relabel(afterId, limit);
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
    return database.read(connection -> search.arrivals(connection, days, clock.seconds(now)));
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
    return database.read(connection -> stats(connection, clock.seconds(now)));
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
