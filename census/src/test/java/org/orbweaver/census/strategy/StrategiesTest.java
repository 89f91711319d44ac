package org.orbweaver.census.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.CrawlOptions;
import org.orbweaver.census.KnownNode;
import org.orbweaver.census.ToyDht;
import org.orbweaver.kademlia.Key;
import org.orbweaver.kademlia.Prefix;

class StrategiesTest {
  private static final CrawlOptions OPTIONS = CrawlOptions.WHOLE_NETWORK;

  @ParameterizedTest
  @EnumSource
  void findNearlyEverybody(StrategyName name) {
    ToyDht dht = new ToyDht(1500, 0.2, 3);
    CensusCrawl crawl = dht.crawl(name, OPTIONS, 1, new SplittableRandom(1));
    assertThat(crawl.nodes().size()).isGreaterThan(1450);
  }

  @ParameterizedTest
  @CsvSource({"ITERATIVE,1", "SPLIT,1", "SWEEP,1", "SWEEP,2", "SWEEP,7", "SWEEP,9", "SWEEP,40"})
  void findEverybodyInTinyNetworks(StrategyName name, int size) {
    ToyDht dht = new ToyDht(size, 0, 5);
    CensusCrawl crawl = dht.crawl(name, OPTIONS, 4, new SplittableRandom(1));
    assertThat(crawl.nodes().size()).isEqualTo(size);
  }

  @Test
  void sweepNeedsTheFewestPackets() {
    ToyDht dht = new ToyDht(1500, 0.2, 4);
    long iterative = dht.crawl(StrategyName.ITERATIVE, OPTIONS, 1, random()).packets();
    long split = dht.crawl(StrategyName.SPLIT, OPTIONS, 1, random()).packets();
    long sweep = dht.crawl(StrategyName.SWEEP, OPTIONS, 1, random()).packets();
    assertThat(split).isLessThan(iterative);
    assertThat(sweep).isLessThan(split / 2);
  }

  @ParameterizedTest
  @EnumSource
  void workWithManyQuestionsOpen(StrategyName name) {
    ToyDht dht = new ToyDht(1500, 0.2, 6);
    CensusCrawl crawl = dht.crawl(name, OPTIONS, 100, random());
    assertThat(crawl.nodes().size()).isGreaterThan(1450);
    assertThat(crawl.open()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aCrawlIsDeterministic(StrategyName name) {
    ToyDht dht = new ToyDht(500, 0.2, 7);
    CensusCrawl first = dht.crawl(name, OPTIONS, 10, random());
    CensusCrawl second = dht.crawl(name, OPTIONS, 10, random());
    assertThat(ids(second, Prefix.WHOLE_SPACE)).isEqualTo(ids(first, Prefix.WHOLE_SPACE));
    assertThat(second.packets()).isEqualTo(first.packets());
  }

  @Test
  void partsTogetherFindWhatTheWholeFinds() {
    ToyDht dht = new ToyDht(2000, 0.2, 8);
    Set<Key> found = new HashSet<>();
    int sum = 0;
    long packets = 0;
    for (String bits : List.of("00", "01", "10", "11")) {
      Prefix part = Prefix.parse(bits);
      CensusCrawl crawl = dht.crawl(StrategyName.SWEEP, OPTIONS.of(part), 20, random());
      Set<Key> inPart = ids(crawl, part);
      sum += inPart.size();
      found.addAll(inPart);
      packets += crawl.packets();
    }
    assertThat(found).hasSize(sum).hasSizeGreaterThan(1960);
    assertThat(packets).isLessThan(3000);
  }

  @Test
  void verifyingSweepContactsEverybody() {
    ToyDht dht = new ToyDht(1000, 0.2, 9);
    CensusCrawl crawl =
        dht.crawl(StrategyName.SWEEP, OPTIONS.in(CrawlOptions.Mode.VERIFY), 10, random());
    nodes(crawl)
        .forEach(node -> assertThat(node.answered() || node.asked() >= 2).as("%s", node).isTrue());
    assertThat(crawl.packets()).isLessThan(2L * crawl.nodes().size());
  }

  @Test
  void sweepKnowsHowMuchItFound() {
    ToyDht dht = new ToyDht(3000, 0.2, 10);
    CensusCrawl crawl = dht.crawl(StrategyName.SWEEP, OPTIONS.wanting(0.95), 1, random());
    assertThat(crawl.belief().recall()).isGreaterThanOrEqualTo(0.95);
    assertThat(crawl.nodes().size() / 3000.0).isGreaterThan(0.95);
    assertThat(crawl.belief().nodes()).isBetween(2700.0, 3300.0);
  }

  private static Set<Key> ids(CensusCrawl crawl, Prefix part) {
    return nodes(crawl).map(KnownNode::id).filter(part::contains).collect(Collectors.toSet());
  }

  private static Stream<KnownNode> nodes(CensusCrawl crawl) {
    return IntStream.range(0, crawl.nodes().size()).mapToObj(crawl.nodes()::get);
  }

  private static SplittableRandom random() {
    return new SplittableRandom(11);
  }
}
