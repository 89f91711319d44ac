package org.orbweaver.lab.splider;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.orbweaver.census.Crawl;
import org.orbweaver.census.CrawlStrategy;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.Question;
import org.orbweaver.census.strategy.SplitCrawl;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.lab.world.Population;
import org.orbweaver.lab.world.RoutingTables;

/**
 * One strategy's crawl of one world. Questions are put to the routing tables directly: every one
 * counts as a packet, those to dead nodes and lost ones too, and is answered when as many others as
 * the window allows have been sent.
 */
final class WorldCrawl {
  private static final int UNKNOWN = -1;

  private final SpliderOptions options;
  private final CensusWorld world;
  private final Population population;
  private final RoutingTables tables;
  private final CrawlStrategy strategy;
  private final Crawl crawl;
  private final RandomGenerator lossDice;
  private final GrowthCurve growth = new GrowthCurve();
  private final LevelGrowth levels = new LevelGrowth();

  /** The crawl's number of each of the world's nodes, and the other way round. */
  private final int[] numbers;

  private final int[] indices;
  private final int[] entries = new int[RoutingTables.BUCKET_SIZE];
  private final int[] listed = new int[RoutingTables.BUCKET_SIZE];
  private double seconds;

  WorldCrawl(SpliderOptions options, CensusWorld world, StrategyName name, long seed) {
    this.options = options;
    this.world = world;
    population = world.population();
    tables = new RoutingTables(population, world.liveness(), options.tableShare());
    KnownNodes nodes = new KnownNodes(CensusWorld.START);
    strategy = name.create(nodes, options.crawl(), new SplittableRandom(seed));
    crawl = new Crawl(nodes, strategy);
    lossDice = new SplittableRandom(~seed);
    numbers = new int[population.size()];
    Arrays.fill(numbers, UNKNOWN);
    indices = new int[population.size()];
  }

  /** Starts from one live node, as everybody who joins a DHT does. */
  void run() {
    long started = System.nanoTime();
    int start = 0;
    while (!world.liveness().live(start, CensusWorld.START)) {
      start++;
    }
    crawl.bootstrap(population.contact(start), CensusWorld.START);
    numbers[start] = 0;
    indices[0] = start;
    Queue<Question> open = new ArrayDeque<>();
    do {
      send(open);
      Question oldest = open.poll();
      if (oldest != null) {
        settle(oldest);
      }
    } while (!open.isEmpty() || send(open));
    seconds = (System.nanoTime() - started) / 1e9;
  }

  /** Sends what the window allows; false if there was nothing to send. */
  private boolean send(Queue<Question> open) {
    boolean sent = false;
    while (open.size() < options.window()) {
      Question question = crawl.next();
      if (question == null) {
        return sent;
      }
      open.add(question);
      sent = true;
    }
    return sent;
  }

  private void settle(Question question) {
    long now = now();
    int index = indices[question.node()];
    if (!world.liveness().live(index, now)
        || options.loss() > 0 && lossDice.nextDouble() < options.loss()) {
      crawl.silent(question);
    } else {
      int found = tables.findNode(index, question.target().high(), now, entries);
      for (int i = 0; i < found; i++) {
        listed[i] = number(entries[i], now);
      }
      crawl.answered(question, now, 0, 0, listed, found);
    }
    growth.at(crawl.packets(), crawl.nodes().size());
    if (strategy instanceof SplitCrawl split) {
      levels.at(split.level(), crawl.nodes());
    }
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

  private long now() {
    return CensusWorld.START + crawl.packets() * (1_000_000_000L / options.packetsPerSecond());
  }

  CrawlFigures figures() {
    long end = now();
    int live = 0;
    int liveFound = 0;
    int planted = 0;
    int plantedFound = 0;
    int busiest = 0;
    for (int index = 0; index < population.size(); index++) {
      boolean found = numbers[index] != UNKNOWN;
      if (world.liveThroughout(index, CensusWorld.START, end)) {
        live++;
        liveFound += found ? 1 : 0;
      }
      if (world.isPlanted(index)) {
        planted++;
        plantedFound += found ? 1 : 0;
      }
      if (found) {
        busiest = Math.max(busiest, crawl.nodes().timesAsked(numbers[index]));
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
        crawl.belief(),
        (double) crawl.nodes().bytes() / crawl.nodes().size(),
        seconds,
        growth.endingAt(crawl.packets(), crawl.nodes().size()),
        levels.ending(crawl.nodes()));
  }
}
