package org.orbweaver.lab.splider;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusCrawl;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.census.SnapshotNodes;
import org.orbweaver.census.strategy.SplitCrawl;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.RateLimits;
import org.orbweaver.sim.world.RoutingTables;
import org.orbweaver.sim.world.TableHabits;

/**
 * One strategy's crawl of one world. Questions are put to the routing tables directly: every one
 * counts as a packet, those to dead nodes, lost ones and second tries too, and is answered when as
 * many others as the window allows have been sent.
 */
final class WorldCrawl {
  private static final int UNKNOWN = -1;
  private static final int SEVERAL = 4;

  /** Where the crawler is; documentation addresses are nobody's. */
  private static final Endpoint CRAWLER = Endpoint.parse("198.51.100.1:6881");

  private final SpliderOptions options;
  private final CensusWorld world;
  private final Population population;
  private final long start;
  private final RoutingTables tables;
  private final CrawlStrategy strategy;
  private final CensusCrawl crawl;
  private final OutgoingQuestions outgoing;
  private final @Nullable RateLimits patience;
  private final RandomGenerator lossDice;
  private final GrowthCurve growth = new GrowthCurve();
  private final LevelGrowth levels = new LevelGrowth();

  /** The crawl's number of each of the world's nodes, and the other way round. */
  private final int[] numbers;

  private final int[] indices;
  private final int[] entries = new int[RoutingTables.BUCKET_SIZE];
  private final int[] listed = new int[RoutingTables.BUCKET_SIZE];
  private double seconds;

  WorldCrawl(SpliderOptions options, CensusWorld world, StrategyName name, long start, long seed) {
    this.options = options;
    this.world = world;
    this.start = start;
    population = world.population();
    TableHabits habits =
        options.conditions().strange()
            ? StrangeWorlds.of(options.tableShare(), seed).habits()
            : TableHabits.alike(options.tableShare());
    tables = new RoutingTables(population, world.liveness(), habits);
    KnownNodes nodes = new KnownNodes(start);
    strategy = name.create(nodes, options.crawl(), new SplittableRandom(seed));
    crawl = new CensusCrawl(nodes, strategy);
    outgoing = new OutgoingQuestions(crawl, options.conditions(), start, seed);
    patience = options.conditions().rateLimits() ? new RateLimits() : null;
    lossDice = new SplittableRandom(~seed);
    numbers = new int[population.size()];
    Arrays.fill(numbers, UNKNOWN);
    indices = new int[population.size()];
  }

  void run() {
    long started = System.nanoTime();
    bootstrap();
    while (outgoing.send()) {
      OutgoingQuestions.Sent oldest = outgoing.oldest();
      if (oldest != null) {
        settle(oldest);
      }
    }
    seconds = (System.nanoTime() - started) / 1e9;
  }

  /**
   * Starts from one live node, as everybody who joins a DHT does; from several where packets get
   * lost, as the first one's loss would end the crawl.
   */
  private void bootstrap() {
    int wanted = options.conditions().loss() > 0 ? SEVERAL : 1;
    for (int index = 0; index < population.size() && crawl.nodes().size() < wanted; index++) {
      if (world.liveness().live(index, start)) {
        int number = crawl.bootstrap(population.contact(index), start);
        numbers[index] = number;
        indices[number] = index;
      }
    }
  }

  private void settle(OutgoingQuestions.Sent sent) {
    long now = outgoing.now();
    Question question = sent.question();
    int index = indices[question.node()];
    if (hears(index, now) && !isLost()) {
      int found = tables.findNode(index, question.target().high(), now, entries);
      for (int i = 0; i < found; i++) {
        listed[i] = number(entries[i], now);
      }
      crawl.answered(question, now, 0, 0, listed, found);
    } else if (!outgoing.tryAgain(sent)) {
      crawl.silent(question);
    }
    growth.at(crawl.packets(), crawl.nodes().size());
    if (strategy instanceof SplitCrawl split) {
      levels.at(split.level(), crawl.nodes());
    }
  }

  private boolean hears(int index, long now) {
    return world.liveness().live(index, now)
        && !isLost()
        && (patience == null || patience.admits(now, index, CRAWLER));
  }

  private boolean isLost() {
    double loss = options.conditions().loss();
    return loss > 0 && lossDice.nextDouble() < loss;
  }

  private int number(int index, long now) {
    int number = numbers[index];
    if (number != UNKNOWN) {
      crawl.nodes().heardAgain(number, now);
      return number;
    }
    number = crawl.nodes().hear(population.contact(index), now);
    numbers[index] = number;
    indices[number] = index;
    return number;
  }

  /** Everybody the crawl heard of. */
  SnapshotNodes nodes() {
    return crawl.nodes();
  }

  long packets() {
    return crawl.packets();
  }

  /** Tells of all nodes that answered, by their index in the world. */
  void forEachAnswered(IntConsumer consumer) {
    for (int node = 0; node < crawl.nodes().size(); node++) {
      if (crawl.nodes().hasAnswered(node)) {
        consumer.accept(indices[node]);
      }
    }
  }

  CrawlFigures figures() {
    long end = outgoing.now();
    int live = 0;
    int liveFound = 0;
    int planted = 0;
    int plantedFound = 0;
    int busiest = 0;
    int asked = 0;
    int liveAnswered = 0;
    for (int index = 0; index < population.size(); index++) {
      boolean found = numbers[index] != UNKNOWN;
      if (world.liveThroughout(index, start, end)) {
        live++;
        liveFound += found ? 1 : 0;
        liveAnswered += found && crawl.nodes().hasAnswered(numbers[index]) ? 1 : 0;
      }
      if (world.isPlanted(index)) {
        planted++;
        plantedFound += found ? 1 : 0;
      }
      if (found) {
        int packets = crawl.nodes().timesAsked(numbers[index]);
        busiest = Math.max(busiest, packets);
        asked += packets > 0 ? 1 : 0;
      }
    }
    return new CrawlFigures(
        crawl.nodes().size(),
        live,
        liveFound,
        planted,
        plantedFound,
        crawl.packets(),
        crawl.packets() - crawl.answers(),
        crawl.repeatedCaptures(),
        busiest,
        asked,
        liveAnswered,
        crawl.belief(),
        (double) crawl.nodes().bytes() / crawl.nodes().size(),
        seconds,
        growth.endingAt(crawl.packets(), crawl.nodes().size()),
        levels.ending(crawl.nodes()));
  }
}
