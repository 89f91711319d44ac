package org.orbweaver.lab.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.JournalFile;
import org.orbweaver.census.journal.JournalReplay;
import org.orbweaver.census.journal.JournalWriter;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;
import org.orbweaver.sim.world.ContentOptions;
import org.orbweaver.sim.world.Faults;
import org.orbweaver.sim.world.WorldGround;
import org.orbweaver.sim.world.WorldOptions;

class CensusInWorldTest {
  private static final long SEED = 4;
  private static final long HOUR = 3_600_000_000_000L;
  private static final List<Endpoint> HOMES =
      List.of(Endpoint.parse("198.51.100.1:6881"), Endpoint.parse("198.51.100.2:6881"));

  private static CensusPlan plan(CensusOptions options) {
    return CensusPlan.of(StrategyName.SWEEP, options, SEED, CensusInWorld.EPOCH);
  }

  private static CensusInWorld census(WorldGround ground, CensusOptions options) {
    RecordedCrawl crawl =
        new RecordedCrawl(plan(options).newCrawl(), CensusInWorld.EPOCH, CrawlJournal.NONE);
    return new CensusInWorld(
        ground,
        CensusSettings.PUBLIC,
        HOMES,
        CrawlState.beginning(crawl),
        InfohashListener.NOBODY,
        SEED);
  }

  @Test
  void nearlyAllLiveNodesAreFoundAlthoughPacketsGetLost() {
    WorldGround ground =
        new WorldGround(
            WorldOptions.of(10_000, SEED).withFaults(Faults.NONE.withLoss(0.02).withDistances()));
    CensusInWorld census = census(ground, CensusOptions.WHOLE_NETWORK);

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
    assertThat(census.liveRecall(Prefix.WHOLE_SPACE)).isGreaterThan(0.995);
    assertThat(census.node().growth(census.clock().now())).hasSizeGreaterThan(3);
  }

  @Test
  void amongLiarsAndRateLimitsEveryNodeIsAskedAndItsFailureNamed() {
    WorldGround ground = new WorldGround(WorldOptions.of(5_000, SEED).withFaults(Faults.ALL));
    CensusInWorld census =
        census(ground, CensusOptions.WHOLE_NETWORK.in(CensusOptions.Mode.VERIFY));

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
    assertThat(census.liveRecall(Prefix.WHOLE_SPACE)).isGreaterThan(0.995);
    KnownNodes nodes = census.node().crawl().nodes();
    Set<ErrorClass> errors = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      assertThat(nodes.timesAsked(i)).isPositive();
      errors.add(nodes.error(i));
    }
    assertThat(errors).contains(ErrorClass.SILENT, ErrorClass.MALFORMED, ErrorClass.NONE);
    assertThat(census.node().crawl().unsendable().size()).isPositive();
  }

  @Test
  void onePacketFeedsCensusAndIndexer() {
    WorldGround ground =
        new WorldGround(WorldOptions.of(2_000, SEED).withContent(ContentOptions.of(500)));
    Set<Key> infohashes = new HashSet<>();
    RecordedCrawl crawl =
        new RecordedCrawl(
            plan(CensusOptions.WHOLE_NETWORK).newCrawl(), CensusInWorld.EPOCH, CrawlJournal.NONE);
    CensusInWorld census =
        new CensusInWorld(
            ground,
            CensusSettings.PUBLIC.askingForSamples(true),
            HOMES,
            CrawlState.beginning(crawl),
            (from, hashes, outOf, interval) -> infohashes.addAll(hashes),
            SEED);

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
    assertThat(census.liveRecall(Prefix.WHOLE_SPACE)).isGreaterThan(0.99);
    assertThat(infohashes).hasSizeGreaterThan(200);
  }

  @Test
  void theIpv6NetworkIsCrawledFromIpv6Homes() {
    WorldGround ground = new WorldGround(WorldOptions.of(4_000, SEED).withIpv6(2_000));
    RecordedCrawl crawl =
        new RecordedCrawl(
            plan(CensusOptions.WHOLE_NETWORK).newCrawl(), CensusInWorld.EPOCH, CrawlJournal.NONE);
    CensusInWorld census =
        new CensusInWorld(
            ground,
            CensusSettings.PUBLIC,
            List.of(Endpoint.parse("[2001:db8::1]:6881")),
            CrawlState.beginning(crawl),
            InfohashListener.NOBODY,
            SEED);

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
    assertThat(census.liveRecall(Prefix.WHOLE_SPACE)).isGreaterThan(0.99);
  }

  @Test
  void noAddressGetsFivePacketsInASecond() {
    WorldGround ground = new WorldGround(WorldOptions.of(3_000, SEED));
    CensusInWorld census = census(ground, CensusOptions.WHOLE_NETWORK);
    BusiestSecond busiest = new BusiestSecond();
    census.network().partition(busiest.watching(census.clock(), HOMES));

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
    assertThat(busiest.packets()).isBetween(1, 4);
  }

  /** The crawl is cut off at some moment, as by a kill, and another process goes on. */
  @Test
  void aCrawlReadFromItsJournalGoesOnToTheSameResult(@TempDir Path folder) throws Exception {
    WorldGround ground = new WorldGround(WorldOptions.of(10_000, SEED));
    CensusPlan plan = plan(CensusOptions.WHOLE_NETWORK);
    Path path = folder.resolve("a.crawl");
    int knownWhenKilled;
    try (JournalFile file = JournalFile.create(path, plan)) {
      var crawl = plan.newCrawl();
      JournalWriter writer = new JournalWriter(crawl.nodes(), file, plan.start(), 0);
      CensusInWorld census =
          new CensusInWorld(
              ground,
              CensusSettings.PUBLIC,
              HOMES,
              CrawlState.beginning(new RecordedCrawl(crawl, plan.start(), writer)),
              InfohashListener.NOBODY,
              SEED);
      census.run(3_000_000_000L);
      assertThat(census.node().phase()).isEqualTo(CensusNode.Phase.CRAWLING);
      knownWhenKilled = crawl.nodes().size();
    }
    try (JournalFile file = JournalFile.open(path)) {
      JournalReplay replay = JournalReplay.of(file);
      assertThat(replay.nodes().size()).isBetween(knownWhenKilled / 4, knownWhenKilled);
      CrawlState state = replay.state(CrawlJournal.NONE);
      assertThat(state.growth()).isNotEmpty();
      CensusInWorld census =
          new CensusInWorld(
              ground, CensusSettings.PUBLIC, HOMES, state, InfohashListener.NOBODY, SEED + 1);
      assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.DONE);
      assertThat(census.liveRecall(Prefix.WHOLE_SPACE)).isGreaterThan(0.995);
    }
  }

  @Test
  void nobodyAnsweringIsSaidSoon() {
    WorldGround ground = new WorldGround(WorldOptions.of(100, SEED));
    CensusInWorld census = census(ground, CensusOptions.WHOLE_NETWORK);
    census.network().partition((from, to) -> false);

    assertThat(census.run(HOUR)).isEqualTo(CensusNode.Phase.NOBODY_ANSWERED);
    assertThat(census.clock().now() - CensusInWorld.EPOCH).isLessThan(10_000_000_000L);
  }
}
