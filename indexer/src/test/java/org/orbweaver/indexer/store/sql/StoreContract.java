package org.orbweaver.indexer.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orbweaver.indexer.classify.RuleClassifier;
import org.orbweaver.indexer.content.Suspicion;
import org.orbweaver.indexer.search.FoldedHit;
import org.orbweaver.indexer.search.Hit;
import org.orbweaver.indexer.search.Hits;
import org.orbweaver.indexer.search.SearchQuery;
import org.orbweaver.indexer.search.SearchQuery.Range;
import org.orbweaver.indexer.search.Sort;
import org.orbweaver.indexer.store.Claim;
import org.orbweaver.indexer.store.HashState;
import org.orbweaver.indexer.store.KeyRange;
import org.orbweaver.indexer.store.Likeness;
import org.orbweaver.indexer.store.ListedFile;
import org.orbweaver.indexer.store.ObservedHash;
import org.orbweaver.indexer.store.Outcome;
import org.orbweaver.indexer.store.PastCount;
import org.orbweaver.indexer.store.StoreSettings;
import org.orbweaver.indexer.store.SwarmCount;
import org.orbweaver.indexer.store.TorrentEntry;
import org.orbweaver.indexer.store.TorrentStore;
import org.orbweaver.indexer.store.Triage;
import org.orbweaver.indexer.titles.Title;
import org.orbweaver.indexer.titles.TitleId;
import org.orbweaver.indexer.titles.TitleSource;
import org.orbweaver.kademlia.Key;

/** What a store promises, whichever engine is underneath. */
public abstract class StoreContract {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private static final long DAY = Duration.ofDays(1).toNanos();

  private String address = "";
  private TorrentStore store;

  /** Of a store that does not exist yet. */
  protected abstract String freshAddress();

  @BeforeEach
  void open() {
    address = freshAddress();
    store = open(StoreSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private TorrentStore open(StoreSettings settings) {
    return TorrentStores.open(address, RuleClassifier.builtIn(), settings);
  }

  private static Key key(int first) {
    return new Key((long) first << 56, 7, 7);
  }

  private static List<Key> keys(int... firsts) {
    return IntStream.of(firsts).mapToObj(StoreContract::key).toList();
  }

  private void note(int... firsts) {
    store.note(keys(firsts).stream().map(key -> new ObservedHash(key, 1, true)).toList(), NOW);
  }

  private List<Key> claim(KeyRange region, int limit, long now) {
    return store.claim(region, limit, MINUTE, now).stream().map(Claim::hash).toList();
  }

  private static Outcome fetched(int first, String name, String... paths) {
    List<ListedFile> files = new ArrayList<>();
    for (String path : paths.length == 0 ? new String[] {name} : paths) {
      files.add(new ListedFile(path, 1_000_000L * (first + 1)));
    }
    return new Outcome.Fetched(new TorrentEntry(key(first), name, files));
  }

  private List<String> find(String text, Sort sort) {
    return store.search(new SearchQuery(text, sort, 50)).hits().stream().map(Hit::name).toList();
  }

  @Test
  void hitsAddUpAndOnlyUnknownHashesAreCounted() {
    assertThat(
            store.note(
                List.of(new ObservedHash(key(1), 2, true), new ObservedHash(key(1), 3, true)), NOW))
        .isOne();
    assertThat(store.note(List.of(new ObservedHash(key(1), 4, true)), NOW)).isZero();
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, NOW).getFirst().hits()).isEqualTo(9);
  }

  @Test
  void claimsComeInNaturalOrderWithinTheRegion() {
    note(0xf0, 0x10, 0x90, 0x20);
    assertThat(claim(new KeyRange(key(0x11), Key.MAX), 2, NOW)).isEqualTo(keys(0x20, 0x90));
    assertThat(claim(KeyRange.ALL, 9, NOW)).isEqualTo(keys(0x10, 0xf0));
    assertThat(claim(KeyRange.ALL, 9, NOW)).isEmpty();
  }

  @Test
  void anExpiredLeaseIsGivenOutAgain() {
    note(1);
    assertThat(claim(KeyRange.ALL, 1, NOW)).hasSize(1);
    assertThat(claim(KeyRange.ALL, 1, NOW + MINUTE / 2)).isEmpty();
    assertThat(claim(KeyRange.ALL, 1, NOW + 2 * MINUTE)).hasSize(1);
  }

  @Test
  void whatFailsIsTriedEverMoreRarelyAndThenGivenUp() {
    note(1);
    long now = NOW;
    for (int i = 0; i < StoreSettings.DEFAULT.attempts(); i++) {
      assertThat(claim(KeyRange.ALL, 1, now)).as("attempt %d", i).hasSize(1);
      store.settle(List.of(new Outcome.NoPeers(key(1))), now);
      assertThat(claim(KeyRange.ALL, 1, now + MINUTE)).isEmpty();
      now += 15 * DAY;
    }
    assertThat(store.triage(keys(1), now)).containsValue(Triage.SETTLED);
    assertThat(claim(KeyRange.ALL, 1, now)).isEmpty();
    store.note(List.of(new ObservedHash(key(1), 1, true)), now + 20 * DAY);
    assertThat(claim(KeyRange.ALL, 1, now + 20 * DAY)).hasSize(1);
  }

  @Test
  void aTorrentIsTakenOnceHoweverOftenItIsSettled() {
    note(1);
    assertThat(store.settle(List.of(fetched(1, "One"), new Outcome.Failed(key(1))), NOW)).isOne();
    assertThat(store.settle(List.of(fetched(1, "One again")), NOW)).isZero();
    assertThat(store.settle(List.of(new Outcome.Failed(key(1))), NOW)).isZero();
    assertThat(store.torrent(key(1)).orElseThrow().entry().name()).isEqualTo("One");
    assertThat(store.triage(keys(1, 2), NOW))
        .containsEntry(key(1), Triage.SETTLED)
        .containsEntry(key(2), Triage.UNKNOWN);
  }

  @Test
  void everythingSurvivesClosing() {
    store.settle(List.of(fetched(1, "Kept", "a/b.mkv", "a/c.srt")), NOW);
    store.close();
    store = open(StoreSettings.DEFAULT);
    assertThat(store.torrent(key(1)).orElseThrow().entry().files()).hasSize(2);
    assertThat(find("kept mkv", Sort.RELEVANCE)).containsExactly("Kept");
  }

  @Test
  void privateTorrentsLeaveOnlyTheirHash() {
    note(1);
    store.settle(List.of(new Outcome.Private(key(1))), NOW);
    assertThat(store.torrent(key(1))).isEmpty();
    assertThat(store.stats(NOW).hashes()).containsEntry(HashState.PRIVATE, 1L);
    assertThat(claim(KeyRange.ALL, 1, NOW + 400 * DAY)).isEmpty();
  }

  @Test
  void searchFindsNamesFilesPhrasesAndOtherScripts() {
    store.settle(
        List.of(
            fetched(1, "Big Buck Bunny 1080p", "Big Buck Bunny/movie.mkv"),
            fetched(2, "Buck the Big Bunny", "extras/interview.mkv"),
            fetched(3, "三体第一季 1080p"),
            fetched(4, "Amélie")),
        NOW);
    assertThat(find("big buck", Sort.NEWEST)).hasSize(2);
    assertThat(find("\"big buck\"", Sort.NEWEST)).containsExactly("Big Buck Bunny 1080p");
    assertThat(find("interview", Sort.NEWEST)).containsExactly("Buck the Big Bunny");
    assertThat(find("bunny -1080p", Sort.NEWEST)).containsExactly("Buck the Big Bunny");
    assertThat(find("三体", Sort.NEWEST)).hasSize(1);
    assertThat(find("季", Sort.NEWEST)).hasSize(1);
    assertThat(find("体三", Sort.NEWEST)).isEmpty();
    assertThat(find("amelie", Sort.NEWEST)).containsExactly("Amélie");
    assertThat(find("'; DROP TABLE torrent; --", Sort.NEWEST)).isEmpty();
  }

  @Test
  void everyOrderIsTheBruteForceOne() {
    long seed = 42;
    Random random = new Random(seed);
    List<Outcome> outcomes = new ArrayList<>();
    List<SwarmCount> counts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      outcomes.add(fetched(i, (i % 3 == 0 ? "alpha " : "beta ") + i));
      counts.add(new SwarmCount(key(i), random.nextInt(20), 1));
    }
    store.settle(outcomes, NOW);
    store.counted(counts, NOW);
    List<String> expected =
        IntStream.range(0, 100)
            .filter(i -> i % 3 == 0)
            .boxed()
            .sorted(
                (a, b) -> {
                  int order = counts.get(b).seeders() - counts.get(a).seeders();
                  return order != 0 ? order : b - a;
                })
            .map(i -> "alpha " + i)
            .toList();
    assertThat(find("alpha", Sort.SEEDERS)).as("seed %d", seed).isEqualTo(expected);
    assertThat(find("alpha", Sort.LARGEST)).startsWith("alpha 99", "alpha 96");
    assertThat(find("alpha", Sort.OLDEST)).startsWith("alpha 0", "alpha 3");
  }

  /**
   * Many matches are found part by part, few at once; both must give what sorting all by hand
   * gives, page by page, whatever the bounds.
   */
  @Test
  void everyPageOfEveryOrderIsTheBruteForceOne() {
    long seed = 7;
    Random random = new Random(seed);
    int torrents = 6_000; // more than are sorted at once, and most match
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < torrents; i++) {
      Key hash = Key.random(random);
      String name = "gamma " + (i % 10 == 0 ? "rare" : "usual") + " number " + i;
      long size = 1L << random.nextInt(20, 36);
      int seeders = random.nextInt(4) == 0 ? random.nextInt(100) : random.nextInt(3);
      rows.add(new Row(i, hash, name, size, seeders, NOW / 1_000_000_000 + i * 60L));
    }
    for (int from = 0; from < torrents; from += 1_000) {
      settleAndCount(rows.subList(from, from + 1_000));
    }
    store.optimize();
    for (Sort sort : List.of(Sort.SEEDERS, Sort.NEWEST, Sort.OLDEST, Sort.LARGEST, Sort.SMALLEST)) {
      for (int offset : new int[] {0, 50, 900}) {
        assertPage(rows, "gamma", sort, Range.ALL, 0, offset, seed);
        assertPage(rows, "gamma -rare", sort, Range.ALL, 0, offset, seed);
        assertPage(rows, "gamma", sort, new Range(1 << 24, 1 << 26), 0, offset, seed);
        assertPage(rows, "rare", sort, Range.ALL, 20, offset, seed);
      }
    }
  }

  private record Row(int number, Key hash, String name, long size, int seeders, long added) {}

  private void settleAndCount(List<Row> batch) {
    List<Outcome> outcomes = new ArrayList<>();
    List<SwarmCount> counts = new ArrayList<>();
    for (Row row : batch) {
      outcomes.add(
          new Outcome.Fetched(
              new TorrentEntry(
                  row.hash(), row.name(), List.of(new ListedFile(row.name(), row.size())))));
      counts.add(new SwarmCount(row.hash(), row.seeders(), 0));
    }
    long now = batch.getFirst().added() * 1_000_000_000;
    store.settle(outcomes, now);
    store.counted(counts, now);
  }

  /** Ties are broken by arrival, which within a batch is the order of the hashes. */
  private void assertPage(
      List<Row> rows, String text, Sort sort, Range size, int minSeeders, int offset, long seed) {
    Comparator<Row> arrival =
        Comparator.comparingInt((Row row) -> row.number() / 1_000).thenComparing(Row::hash);
    Comparator<Row> newestFirst = arrival.reversed();
    Comparator<Row> order =
        switch (sort) {
          case RELEVANCE, SEEDERS ->
              Comparator.comparingInt((Row row) -> -row.seeders()).thenComparing(newestFirst);
          case NEWEST -> newestFirst;
          case OLDEST -> arrival;
          case LARGEST ->
              Comparator.comparingLong((Row row) -> -row.size()).thenComparing(newestFirst);
          case SMALLEST -> Comparator.comparingLong(Row::size).thenComparing(arrival);
        };
    List<String> expected =
        rows.stream()
            .filter(row -> !text.equals("rare") || row.name().contains("rare"))
            .filter(row -> !text.equals("gamma -rare") || !row.name().contains("rare"))
            .filter(row -> size.contains(row.size()) && row.seeders() >= minSeeders)
            .sorted(order)
            .skip(offset)
            .limit(50)
            .map(Row::name)
            .toList();
    List<String> found =
        store
            .search(new SearchQuery(text, List.of(), size, Range.ALL, minSeeders, sort, offset, 50))
            .hits()
            .stream()
            .map(Hit::name)
            .toList();
    assertThat(found).as("%s by %s from %d, seed %d", text, sort, offset, seed).isEqualTo(expected);
  }

  @Test
  void pagesByRelevanceGoOnBehindTheComparedOnes() {
    List<Outcome> outcomes = new ArrayList<>();
    Random random = new Random(3);
    for (int i = 0; i < 700; i++) {
      outcomes.add(
          new Outcome.Fetched(
              new TorrentEntry(
                  Key.random(random), "delta " + i, List.of(new ListedFile("a.mkv", 1)))));
    }
    store.settle(outcomes, NOW);
    List<String> all = new ArrayList<>();
    for (int offset = 0; offset < 700; offset += 50) {
      store
          .search(
              new SearchQuery(
                  "delta", List.of(), Range.ALL, Range.ALL, 0, Sort.RELEVANCE, offset, 50))
          .hits()
          .forEach(hit -> all.add(hit.name()));
    }
    assertThat(all).hasSize(700).doesNotHaveDuplicates();
  }

  @Test
  void timeIsASharpBound() {
    for (int i = 0; i < 40; i++) {
      store.settle(List.of(fetched(i, "epsilon " + i)), NOW + i * DAY);
    }
    long seconds = NOW / 1_000_000_000;
    Range fiveDays = new Range(seconds + 10 * 86_400, seconds + 14 * 86_400);
    for (Sort sort : Sort.values()) {
      for (String text : List.of("epsilon", "")) {
        assertThat(
                store
                    .search(new SearchQuery(text, List.of(), Range.ALL, fiveDays, 0, sort, 0, 50))
                    .hits())
            .as("%s by %s", text, sort)
            .extracting(Hit::name)
            .containsExactlyInAnyOrder(
                "epsilon 10", "epsilon 11", "epsilon 12", "epsilon 13", "epsilon 14");
      }
    }
  }

  @Test
  void aTorrentThatLosesItsSeedersIsNoLongerAmongTheFirst() {
    store.settle(List.of(fetched(1, "zeta one"), fetched(2, "zeta two")), NOW);
    store.counted(List.of(new SwarmCount(key(1), 50, 0), new SwarmCount(key(2), 40, 0)), NOW);
    assertThat(find("zeta", Sort.SEEDERS)).containsExactly("zeta one", "zeta two");
    store.counted(List.of(new SwarmCount(key(1), 0, 1)), NOW + DAY);
    assertThat(find("zeta", Sort.SEEDERS)).containsExactly("zeta two", "zeta one");
    store.counted(List.of(new SwarmCount(key(1), 90, 1)), NOW + 2 * DAY);
    assertThat(find("zeta", Sort.SEEDERS)).containsExactly("zeta one", "zeta two");
    store.block(keys(1), NOW);
    assertThat(find("zeta", Sort.SEEDERS)).containsExactly("zeta two");
  }

  /** A search beside a running indexer, or two indexers. */
  @Test
  void twoProgramsUseOneStoreAtATime() {
    store.settle(List.of(fetched(1, "iota one")), NOW);
    try (TorrentStore other = open(StoreSettings.DEFAULT)) {
      assertThat(other.search(new SearchQuery("iota", Sort.SEEDERS, 5)).hits()).hasSize(1);
      other.settle(List.of(fetched(2, "iota two")), NOW);
      store.settle(List.of(fetched(3, "iota three")), NOW);
      assertThat(other.search(new SearchQuery("iota", Sort.SEEDERS, 5)).hits()).hasSize(3);
    }
    assertThat(find("iota", Sort.OLDEST)).containsExactly("iota one", "iota two", "iota three");
  }

  @Test
  void whatIsLoadedInBulkIsFound() {
    store.load(() -> store.settle(List.of(fetched(1, "eta one")), NOW));
    assertThat(find("eta", Sort.SEEDERS)).containsExactly("eta one");
  }

  @Test
  void emptySwarmsAreDroppedAfterAWhileAndLiveOnesStay() {
    store.settle(List.of(fetched(1, "Dead"), fetched(2, "Alive")), NOW);
    long later = NOW + 200 * DAY;
    store.counted(List.of(new SwarmCount(key(1), 0, 0), new SwarmCount(key(2), 1, 0)), later);
    assertThat(store.tidy(later)).isOne();
    assertThat(find("dead", Sort.NEWEST)).isEmpty();
    assertThat(find("alive", Sort.NEWEST)).hasSize(1);
  }

  /** So many torrents are dropped at a time that a quota is met from below. */
  @Test
  void theQuotaTakesTheDeadestFirst() {
    List<SwarmCount> counts = new ArrayList<>();
    for (int batch = 0; batch < 3; batch++) {
      List<Outcome> outcomes = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        int number = batch * 1_000 + i;
        Key hash = new Key(number, 1, 1);
        outcomes.add(
            new Outcome.Fetched(
                new TorrentEntry(hash, "theta " + number, List.of(new ListedFile("a.mkv", 1)))));
        counts.add(new SwarmCount(hash, number % 3, 0));
      }
      store.settle(outcomes, NOW);
    }
    store.counted(counts, NOW);
    long quota = store.stats(NOW).bytes() / 100 * 95; // a third less than all is below it
    store.close();
    store = open(withQuota(quota));
    assertThat(store.tidy(NOW)).isEqualTo(1_000);
    assertThat(store.search(new SearchQuery("theta", Sort.SEEDERS, 200)).hits())
        .hasSize(200)
        .allMatch(hit -> hit.seeders() == 2);
    assertThat(
            store
                .search(
                    new SearchQuery(
                        "theta", List.of(), Range.ALL, Range.ALL, 1, Sort.NEWEST, 0, 10))
                .total())
        .isEqualTo(2_000);
    assertThat(find("theta", Sort.OLDEST)).contains("theta 1", "theta 2").doesNotContain("theta 0");
    store.close();
    store = open(withQuota(1));
    assertThat(store.tidy(NOW)).isEqualTo(2_000);
    assertThat(find("theta", Sort.SEEDERS)).isEmpty();
  }

  @Test
  void totalsAreExactUpToALimitThatIsSaid() {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i <= Hits.MOST_COUNTED; i++) {
      outcomes.add(
          new Outcome.Fetched(
              new TorrentEntry(
                  new Key(i, 3, 3), "kappa " + i, List.of(new ListedFile("a.mkv", 1)))));
    }
    store.settle(outcomes.subList(0, 1_714), NOW);
    for (String text : List.of("", "kappa")) {
      Hits few = store.search(new SearchQuery(text, Sort.NEWEST, 1));
      assertThat(few.total()).isEqualTo(1_714);
      assertThat(few.more()).isFalse();
    }
    store.settle(outcomes.subList(1_714, outcomes.size()), NOW);
    for (String text : List.of("", "kappa")) {
      Hits many = store.search(new SearchQuery(text, Sort.SEEDERS, 1));
      assertThat(many.total()).isEqualTo(Hits.MOST_COUNTED);
      assertThat(many.more()).isTrue();
      assertThat(page(text, 9_990)).hasSize(10).doesNotContainAnyElementsOf(page(text, 9_980));
    }
    assertThatThrownBy(() -> page("kappa", 10_001)).hasMessageContaining("10,000");
  }

  private List<String> page(String text, int offset) {
    return store
        .search(
            new SearchQuery(text, List.of(), Range.ALL, Range.ALL, 0, Sort.RELEVANCE, offset, 10))
        .hits()
        .stream()
        .map(Hit::name)
        .toList();
  }

  /** Spoofed packets cost nothing: 80,000 made-up hashes once cost 3,000 of 3,000 torrents. */
  @Test
  void madeUpHashesPushOutMadeUpHashesAndNeverTorrents() {
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      outcomes.add(
          new Outcome.Fetched(
              new TorrentEntry(
                  new Key(i, 2, 2), "iota " + i, List.of(new ListedFile("a.mkv", 1)))));
    }
    store.settle(outcomes, NOW);
    long quota = store.stats(NOW).bytes() + 1_000_000;
    store.close();
    store = open(withQuota(quota));
    Random random = new Random(1);
    for (int batch = 0; batch < 12; batch++) {
      List<ObservedHash> madeUp =
          IntStream.range(0, 10_000)
              .mapToObj(i -> new ObservedHash(Key.random(random), 1, false))
              .toList();
      assertThat(store.note(madeUp, NOW)).as("new to the ledger").isZero();
    }
    assertThat(store.stats(NOW).hearsay()).isBetween(90_000L, 110_000L);
    assertThat(store.stats(NOW).due()).isZero();
    assertThat(store.tidy(NOW)).as("torrents dropped").isZero();
    assertThat(store.stats(NOW).torrents()).isEqualTo(500);
  }

  @Test
  void whatAClockYearsAheadLeasedOutIsNotLostForYears() {
    store.note(List.of(ObservedHash.attested(key(1))), NOW);
    long ahead = NOW + Duration.ofDays(3_650).toNanos();
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, ahead)).hasSize(1);
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, NOW + 2 * MINUTE)).isEmpty();
    store.tidy(NOW + 2 * MINUTE);
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, NOW + 3 * MINUTE)).hasSize(1);
  }

  @Test
  void whatManyAskForIsLookedUpFirstAndWhatSomebodyVouchesForIsNoHearsay() {
    store.note(
        List.of(
            new ObservedHash(key(1), 1, false),
            new ObservedHash(key(2), 5, false),
            new ObservedHash(key(3), 2, false)),
        NOW);
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, NOW)).isEmpty();
    assertThat(store.note(List.of(ObservedHash.attested(key(3))), NOW)).isOne();
    assertThat(store.claim(KeyRange.ALL, 5, MINUTE, NOW)).hasSize(1);
    assertThat(store.takeHearsay(1)).containsExactly(key(2));
    assertThat(store.takeHearsay(5)).containsExactly(key(1));
    assertThat(store.takeHearsay(5)).isEmpty();
  }

  private static StoreSettings withQuota(long bytes) {
    StoreSettings usual = StoreSettings.DEFAULT;
    return new StoreSettings(
        usual.retryFirst(),
        usual.retryLast(),
        usual.attempts(),
        usual.forget(),
        usual.recount(),
        usual.dropDead(),
        bytes,
        false);
  }

  @Test
  void blockedWordsKeepTorrentsOutAndThrowThemOut() {
    store.settle(List.of(fetched(1, "Nasty thing one"), fetched(2, "Nice thing")), NOW);
    assertThat(store.blockWords("nasty thing", NOW)).isOne();
    assertThat(store.settle(List.of(fetched(3, "A THING so nasty")), NOW)).isZero();
    assertThat(find("thing", Sort.NEWEST)).containsExactly("Nice thing");
    store.block(keys(2), NOW);
    assertThat(find("thing", Sort.NEWEST)).isEmpty();
    assertThat(store.settle(List.of(fetched(2, "Nice thing")), NOW)).isZero();
  }

  @Test
  void settledHashesAreTakenInOnceAndNeverClaimed() {
    note(1);
    store.takeSettled(keys(1, 2, 3), NOW);
    store.takeSettled(keys(2, 3), NOW);
    note(2);
    assertThat(store.stats(NOW).hashes()).containsEntry(HashState.GIVEN_UP, 2L);
    assertThat(claim(KeyRange.ALL, 9, NOW)).isEqualTo(keys(1));
  }

  @Test
  void hostileNamesAreKeptHarmlessly() {
    String name = "a\u0000b \ud800 <script> \u202e ${jndi} '\";";
    store.settle(List.of(fetched(1, name, "../../etc/passwd", "\u0000")), NOW);
    assertThat(store.torrent(key(1)).orElseThrow().entry().name())
        .isEqualTo("a\ufffdb \ufffd <script> \u202e ${jndi} '\";");
    assertThat(find("passwd", Sort.RELEVANCE)).hasSize(1);
  }

  @Test
  void infoDictionariesAreKeptOnlyIfWanted() {
    byte[] info = {'d', 'e'};
    store.settle(
        List.of(
            new Outcome.Fetched(
                new TorrentEntry(key(1), Optional.empty(), "x", 1, List.of(), Optional.of(info)))),
        NOW);
    assertThat(store.info(key(1))).isEmpty();
  }

  @Test
  void torrentsAreRelabelledWhenTheRulesChange() {
    store.settle(List.of(fetched(1, "Some Film 2020 1080p.mkv")), NOW);
    store.close();
    store =
        TorrentStores.open(
            address,
            RuleClassifier.parse("kind video mkv\ncategory 7777 video"),
            StoreSettings.DEFAULT);
    assertThat(store.relabel(0, 10).changed()).isOne();
    assertThat(store.torrent(key(1)).orElseThrow().tags()).startsWith("_c7777");
    assertThat(find("film", Sort.NEWEST)).hasSize(1);
  }

  private static Outcome holding(int first, String name, long... lengths) {
    List<ListedFile> files = new ArrayList<>();
    for (int i = 0; i < lengths.length; i++) {
      files.add(new ListedFile("%d of %d.mkv".formatted(i, first), lengths[i]));
    }
    return new Outcome.Fetched(new TorrentEntry(key(first), name, files));
  }

  @Test
  void whatSwarmsWereIsRememberedAndThinnedOut() {
    store.settle(List.of(fetched(1, "Salt Road 2023")), NOW);
    assertThat(store.history(key(1))).isEmpty();
    for (int day = 1; day <= 200; day++) {
      store.counted(List.of(new SwarmCount(key(1), day, 1)), NOW + day * DAY);
    }
    List<PastCount> history = store.history(key(1));
    assertThat(history).hasSizeBetween(30, 61);
    assertThat(history.getFirst()).isEqualTo(new PastCount((NOW + DAY) / 1_000_000_000, 1, 1));
    assertThat(history.getLast().seeders()).isEqualTo(200);
    assertThat(history).isSortedAccordingTo(Comparator.comparingLong(PastCount::at));
    store.block(keys(1), NOW);
    assertThat(store.history(key(1))).isEmpty();
  }

  @Test
  void theSameFilesAreFoundUnderAnotherNameAndAPartOfThemToo() {
    store.settle(
        List.of(
            holding(1, "Tidewater S01 1080p", 900_000_001L, 800_000_001L, 300),
            holding(2, "Ebbe Staffel 1", 800_000_001L, 900_000_001L, 999),
            holding(3, "Tidewater S01E02", 800_000_001L),
            holding(4, "Something else", 700_000_001L)),
        NOW);
    List<Likeness> alike = store.similar(key(1), 10);
    assertThat(alike).extracting(each -> each.hit().hash()).containsExactly(key(2), key(3));
    assertThat(alike).extracting(Likeness::sameFiles).containsExactly(true, false);
    assertThat(alike.get(1).shared()).isBetween(0.4, 0.5);
    assertThat(FoldedHit.fold(store.search(new SearchQuery("", Sort.OLDEST, 50)).hits()))
        .extracting(each -> each.hit().hash())
        .containsExactly(key(1), key(3), key(4));
  }

  @Test
  void suspectsCanBeLeftOutWithAndWithoutWords() {
    store.settle(
        List.of(
            new Outcome.Fetched(
                new TorrentEntry(
                    key(1),
                    "Salt Road 2023 1080p",
                    List.of(new ListedFile("Salt Road.exe", 900_000_000)))),
            holding(2, "Salt Road 2023 1080p WEB", 900_000_007L)),
        NOW);
    SearchQuery all = new SearchQuery("salt", Sort.NEWEST, 5);
    assertThat(store.search(all).total()).isEqualTo(2);
    assertThat(Suspicion.in(store.search(all).hits().getLast().tags()))
        .containsExactly(Suspicion.ANOTHER_KIND);
    assertThat(store.search(all.without(Suspicion.tags())).total()).isOne();
    assertThat(store.search(new SearchQuery("", Sort.NEWEST, 5).without(Suspicion.tags())).total())
        .isOne();
  }

  @Test
  void titlesAreFoundByNumberAndByName() {
    TitleId imdb = new TitleId(TitleSource.IMDB, 133093);
    TitleId tmdb = new TitleId(TitleSource.TMDB, 603);
    Title title = new Title(imdb, "The Sált Road", OptionalInt.of(2023), false);
    assertThat(store.addTitles(List.of(title))).isOne();
    assertThat(store.addTitles(List.of(title))).isZero();
    assertThat(store.alias(imdb, tmdb)).isOne();
    assertThat(store.titles(tmdb)).extracting(Title::name).containsExactly("The Sált Road");
    assertThat(store.titlesNamed("the.salt.road")).hasSize(2);
    assertThat(store.titles(new TitleId(TitleSource.TVDB, 603))).isEmpty();
  }

  @Test
  void torrentsOfAnOlderIndexGetTheNewestTagsByAndBy() throws SQLException {
    store.settle(List.of(fetched(1, "Salt Road 2023 1080p", "a.mkv")), NOW);
    String right = store.torrent(key(1)).orElseThrow().tags();
    try (Database database = TorrentStores.database(address)) {
      database.write(
          connection -> {
            try (Statement statement = connection.createStatement()) {
              statement.execute("UPDATE torrent SET tags = '_c8000'");
              statement.execute("UPDATE fact SET value = 1 WHERE name = 'relabel_until'");
            }
            return null;
          });
    }
    store.tidy(NOW);
    assertThat(store.torrent(key(1)).orElseThrow().tags()).isEqualTo(right);
  }
}
