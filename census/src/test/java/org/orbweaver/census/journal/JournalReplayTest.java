package org.orbweaver.census.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.ErrorClass;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Contact;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.kademlia.Key;

/** Crawls of a network that answers at random, lived through twice. */
class JournalReplayTest {
  private static final int NODES = 3_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void livingThroughAJournalLeadsToTheSameCrawl(StrategyName strategy) throws Exception {
    for (long seed = 1; seed <= 5; seed++) {
      Path path = folder.resolve(strategy + "-" + seed);
      CensusPlan plan =
          CensusPlan.of(strategy, CensusOptions.WHOLE_NETWORK, seed, seed * 1_000_000);
      RandomNetwork network = new RandomNetwork(seed);
      CensusCrawl crawl = plan.newCrawl();
      try (JournalFile file = JournalFile.create(path, plan)) {
        JournalWriter writer = new JournalWriter(crawl.nodes(), file, plan.start(), 0);
        network.drive(new RecordedCrawl(crawl, plan.start(), writer), 2_000);
        writer.flush();
      }
      try (JournalFile file = JournalFile.open(path)) {
        JournalReplay replay = JournalReplay.of(file);
        CrawlState state = replay.state(CrawlJournal.NONE);
        assertThat(state.open()).as("seed %d", seed).isEqualTo(network.open);
        assertThat(state.growth()).isEqualTo(network.growth);
        assertSameNodes(replay.nodes(), crawl.nodes());
        assertThat(state.crawl().crawl().belief()).isEqualTo(crawl.belief());
        for (int i = 0; i < 20; i++) {
          assertThat(state.crawl().next()).isEqualTo(crawl.next());
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SWEEP")
  void anotherProgramsJournalIsFoundOut(StrategyName strategy) throws Exception {
    Path path = folder.resolve("other");
    CensusPlan plan = CensusPlan.of(strategy, CensusOptions.WHOLE_NETWORK, 1, 0);
    CensusPlan other = CensusPlan.of(StrategyName.ITERATIVE, CensusOptions.WHOLE_NETWORK, 1, 0);
    CensusCrawl crawl = plan.newCrawl();
    try (JournalFile file = JournalFile.create(path, other)) {
      JournalWriter writer = new JournalWriter(crawl.nodes(), file, plan.start(), 0);
      new RandomNetwork(3).drive(new RecordedCrawl(crawl, plan.start(), writer), 500);
      writer.flush();
    }
    try (JournalFile file = JournalFile.open(path)) {
      assertThatThrownBy(() -> JournalReplay.of(file))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining("another version");
    }
  }

  @ParameterizedTest
  @EnumSource(names = "SWEEP")
  void theEdgesAreThoseOfTheAnswers(StrategyName strategy) throws Exception {
    Path path = folder.resolve("edges");
    CensusPlan plan = CensusPlan.of(strategy, CensusOptions.WHOLE_NETWORK, 3, 0);
    CensusCrawl crawl = plan.newCrawl();
    RandomNetwork network = new RandomNetwork(3);
    try (JournalFile file = JournalFile.create(path, plan)) {
      JournalWriter writer = new JournalWriter(crawl.nodes(), file, plan.start(), 0);
      network.drive(new RecordedCrawl(crawl, plan.start(), writer), 1_000);
      writer.flush();
    }
    Set<List<Key>> edges = new HashSet<>();
    JournalEdges.read(path, crawl.nodes(), (source, listed) -> edges.add(List.of(source, listed)));
    assertThat(edges).isEqualTo(network.edges);
  }

  private static void assertSameNodes(KnownNodes replayed, KnownNodes original) {
    assertThat(replayed.size()).isEqualTo(original.size());
    for (int i = 0; i < original.size(); i++) {
      assertThat(replayed.get(i)).isEqualTo(original.get(i));
      assertThat(replayed.error(i)).isEqualTo(original.error(i));
    }
  }

  private static final class RandomNetwork {
    private final Random random;
    private final List<Contact> contacts = new ArrayList<>();
    final Map<Long, Question> open = new TreeMap<>();
    final List<GrowthPoint> growth = new ArrayList<>();
    final Set<List<Key>> edges = new HashSet<>();

    RandomNetwork(long seed) {
      random = new Random(seed);
      for (int i = 0; i < NODES; i++) {
        Endpoint endpoint =
            i % 5 == 0
                ? Endpoint.v6(random.nextLong(), random.nextLong(), i)
                : Endpoint.v4(random.nextInt(), i);
        contacts.add(new Contact(Key.random(random), endpoint));
      }
    }

    void drive(RecordedCrawl crawl, int steps) {
      long now = 5_000_000_000L;
      crawl.bootstrap(now, contacts.getFirst());
      for (int step = 0; step < steps; step++) {
        now += random.nextInt(3_000_000);
        crawl.onTick(now);
        if (open.size() < 50) {
          Question question = crawl.next();
          if (question != null) {
            open.put(crawl.questions(), question);
          }
        }
        if (!open.isEmpty() && random.nextInt(3) > 0) {
          settle(crawl, now);
        }
        if (step % 300 == 0) {
          growth.add(new GrowthPoint(now, step, step, 1, 2, 3));
          crawl.grew(growth.getLast());
        }
      }
    }

    private void settle(RecordedCrawl crawl, long now) {
      List<Long> numbers = List.copyOf(open.keySet());
      long number = numbers.get(random.nextInt(numbers.size()));
      Question question = requireNonNull(open.get(number));
      if (random.nextInt(5) == 0) {
        crawl.askedAgain(number, question);
        return;
      }
      open.remove(number);
      if (random.nextInt(4) == 0) {
        crawl.failed(number, question, ErrorClass.values()[1 + random.nextInt(5)]);
        return;
      }
      int firstNew = crawl.nodes().size();
      int[] listed = new int[8];
      for (int i = 0; i < listed.length; i++) {
        Contact contact = contacts.get(random.nextInt(NODES));
        listed[i] = crawl.nodes().hear(contact, now);
        edges.add(List.of(crawl.nodes().id(question.node()), contact.id()));
      }
      crawl.answered(
          number,
          question,
          now,
          random.nextInt(1_000_000) * 1000L,
          random.nextInt(),
          listed,
          listed.length,
          firstNew);
    }
  }
}
