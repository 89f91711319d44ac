package org.orbweaver.lab.wirespeed;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.census.CensusOptions;
import org.orbweaver.census.KnownNodes;
import org.orbweaver.census.journal.CensusPlan;
import org.orbweaver.census.journal.CrawlJournal;
import org.orbweaver.census.journal.CrawlState;
import org.orbweaver.census.journal.RecordedCrawl;
import org.orbweaver.census.net.CensusNode;
import org.orbweaver.census.net.CensusProgress;
import org.orbweaver.census.net.CensusSettings;
import org.orbweaver.census.net.InfohashListener;
import org.orbweaver.census.strategy.StrategyName;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.sim.world.Population;
import org.orbweaver.udp.Home;
import org.orbweaver.udp.MonotonicClock;
import org.orbweaver.udp.UdpEventLoop;
import org.orbweaver.udp.UdpSettings;
import org.orbweaver.udp.UdpSockets;
import org.orbweaver.wire.PacketHandler;

/**
 * Takes a census of a world on loopback, over and over: the handler that runs on the Internet, with
 * no limit but that on packets to any one address.
 *
 * <p>On {@code census WINDOW SEED} it takes one and gives: packets sent, answers, live nodes found
 * and in all, nodes heard of, and nanoseconds.
 */
final class CensusVisitor {
  private static final int UNLIMITED = 10_000_000;

  private final Population population;

  private CensusVisitor(Population population) {
    this.population = population;
  }

  static void run(BufferedReader orders, int nodes, long seed, int port)
      throws IOException, InterruptedException {
    CensusVisitor visitor =
        new CensusVisitor(new Population(WorldServer.options(nodes, seed, port).population()));
    @Nullable String line;
    while ((line = orders.readLine()) != null) {
      String[] order = line.split(" ");
      System.out.println(visitor.take(Integer.parseInt(order[1]), Long.parseLong(order[2])));
    }
  }

  private String take(int window, long seed) throws IOException, InterruptedException {
    long start = MonotonicClock.now();
    CensusPlan plan = CensusPlan.of(StrategyName.SWEEP, CensusOptions.WHOLE_NETWORK, seed, start);
    UdpSockets sockets = UdpSockets.open(UdpSettings.of(Home.at(Endpoint.parse("127.0.9.1:0"))));
    CensusNode node =
        new CensusNode(
            start,
            CensusSettings.PUBLIC.withRate(UNLIMITED).withWindow(window).inNetworkOfOurOwn(true),
            sockets.homes(),
            List.of(someone()),
            CrawlState.beginning(new RecordedCrawl(plan.newCrawl(), start, CrawlJournal.NONE)),
            InfohashListener.NOBODY,
            sockets,
            new SplittableRandom(seed));
    CountDownLatch over = new CountDownLatch(1);
    try (UdpEventLoop _ =
        UdpEventLoop.start(
            sockets, new Ending(node, over), (sentence, cause) -> cause.printStackTrace())) {
      over.await();
    }
    return tell(node.progress(MonotonicClock.now()), node.crawl().nodes());
  }

  private Endpoint someone() {
    return IntStream.range(0, population.size())
        .filter(index -> !population.silent(index))
        .mapToObj(population::endpoint)
        .findFirst()
        .orElseThrow();
  }

  private String tell(CensusProgress end, KnownNodes known) {
    int live = 0;
    int found = 0;
    for (int index = 0; index < population.size(); index++) {
      if (!population.silent(index)) {
        live++;
        found += known.find(population.key(index), population.endpoint(index)) < 0 ? 0 : 1;
      }
    }
    return "%d %d %d %d %d %d"
        .formatted(
            end.now().packets(), end.answers(), found, live, known.size(), end.now().nanos());
  }

  /** Tells when the census has ended. */
  private record Ending(CensusNode node, CountDownLatch over) implements PacketHandler {
    @Override
    public long onPacket(long now, Endpoint local, Endpoint from, byte[] packet, int length) {
      return check(node.onPacket(now, local, from, packet, length));
    }

    @Override
    public long onTick(long now) {
      return check(node.onTick(now));
    }

    private long check(long wakeUp) {
      if (wakeUp == NEVER) {
        over.countDown();
      }
      return wakeUp;
    }
  }
}
