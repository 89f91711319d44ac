package org.orbweaver.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.swarm.PeerOrders;
import org.orbweaver.app.trust.SwarmTrust;
import org.orbweaver.console.up.RunningHouse;
import org.orbweaver.sim.world.Population;
import org.orbweaver.sim.world.loopback.LoopbackWorld;

/** What happens in a demonstration, in its order; each event is told when it was seen to happen. */
final class Story implements AutoCloseable {
  private static final double FIRST_EDITIONS_EVERY = 9;
  private static final double LATER_EDITIONS_EVERY = 60;
  private static final int KILL_AFTER_PAGES = 20;
  private static final int ENOUGH_TORRENTS = 100;
  private static final int FRONT_PAGE_DEPTH = 3;

  private final SixPeers peers;
  private final VillagePress press;
  private final RunningHouse house;
  private final Consumer<String> say;
  private final long inTruth;
  private double nextEdition;
  private final ExecutorService crawls =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
  private volatile @Nullable String firstCrawl;
  private @Nullable Double censusAfter;
  private @Nullable Double torrentsAfter;
  private @Nullable Double killedAfter;
  private @Nullable Double missedAfter;
  private @Nullable Double takenOverAfter;
  private @Nullable Double foundOutAfter;
  private SwarmTrust.@Nullable Contributor cheat;

  Story(
      SixPeers peers,
      VillagePress press,
      RunningHouse house,
      LoopbackWorld world,
      Consumer<String> say) {
    this.peers = peers;
    this.press = press;
    this.house = house;
    this.say = say;
    Population nodes = world.world().ipv4().population();
    this.inTruth = IntStream.range(0, nodes.size()).filter(node -> !nodes.silent(node)).count();
  }

  /** Does what is due, and tells what has been seen. */
  void goOn(double now) throws IOException {
    if (now >= nextEdition) {
      print(now);
    }
    watchTheDht(now);
    watchTheDead(now);
    watchTheCheat(now);
  }

  /** The papers come out anew, and the swarm is asked to look at them again. */
  private void print(double now) {
    int edition = nextEdition == 0 ? press.edition() : press.nextEdition();
    nextEdition = now + (isWhole() ? LATER_EDITIONS_EVERY : FIRST_EDITIONS_EVERY);
    crawls.execute(() -> crawl(edition));
    if (edition == 1) {
      say.accept("six peers begin to crawl and archive the papers of six villages");
    } else if (!isWhole()) {
      say.accept(
          "edition %d of the papers is out; %s pages have been fetched so far"
              .formatted(edition, Demo.count(peers.fetched())));
    }
  }

  /**
   * Returns when the crawl is on three disks, which takes its time while one of their owners dies.
   */
  private void crawl(int edition) {
    try {
      String crawl =
          peers
              .first()
              .crawls()
              .begin(peers.plan(press.frontPages(), FRONT_PAGE_DEPTH), PeerOrders.PATIENCE)
              .toString();
      if (edition == 1) {
        firstCrawl = crawl;
      }
    } catch (IllegalStateException e) {
      // The peer is too busy, or the demonstration ends: the next edition is crawled again.
    }
  }

  private void watchTheDht(double now) {
    if (censusAfter == null && house.counted() > 0) {
      censusAfter = now;
      say.accept(
          "a census is done: %s nodes, of which %s answer in truth; their map is on the page Network"
              .formatted(Demo.count(house.counted()), Demo.count(inTruth)));
    }
    if (torrentsAfter == null && house.torrents() >= ENOUGH_TORRENTS) {
      torrentsAfter = now;
      say.accept(
          "%s torrents have been found in the DHT and can be searched"
              .formatted(Demo.count(house.torrents())));
    }
  }

  private void watchTheDead(double now) throws IOException {
    String crawl = firstCrawl;
    if (killedAfter == null && crawl != null && peers.fetched() > KILL_AFTER_PAGES) {
      peers.kill();
      killedAfter = now;
      say.accept("peer %s is killed, in the middle of its work".formatted(peers.victim()));
    } else if (killedAfter != null && missedAfter == null && peers.isVictimMissed()) {
      missedAfter = now;
      say.accept("the others have noticed; its tasks are theirs now, from their own copies");
    } else if (missedAfter != null
        && takenOverAfter == null
        && crawl != null
        && peers.isDone(crawl)) {
      takenOverAfter = now;
      say.accept("the crawl it was part of is complete: nothing was lost with it");
    }
  }

  private void watchTheCheat(double now) {
    if (foundOutAfter != null) {
      return;
    }
    cheat = peers.cheatsStanding();
    if (cheat != null && cheat.standing().startsWith("out")) {
      foundOutAfter = now;
      say.accept("peer %s cheats and was found out: %s".formatted(peers.cheat(), cheat.evidence()));
    }
  }

  @Override
  public void close() {
    crawls.shutdownNow();
  }

  /** Everything has been seen, but for the end of the crawl that a peer was killed in. */
  boolean isWhole() {
    return censusAfter != null
        && torrentsAfter != null
        && missedAfter != null
        && foundOutAfter != null;
  }

  /** That crawl is over, too: pages that the dead and the cheat had in hand are waited for. */
  boolean isComplete() {
    return isWhole() && takenOverAfter != null;
  }

  /** Five things, each in the browser and in the terminal. */
  List<String> tries(String console) {
    Path data = peers.folder(0);
    String first = press.frontPages().getFirst();
    String last = press.frontPages().getLast();
    return List.of(
        "find a torrent: %storrents?q=harbour".formatted(console),
        "  orb index search harbour --store %s".formatted(data.resolve("torrents.db")),
        "read yesterday's paper, and compare two editions: enter %s at %sarchive"
            .formatted(first, console),
        "  orb archive list %s --data %s".formatted(first, data),
        "see who cheated, and on what evidence: %sswarm".formatted(console),
        "  orb trust --data %s".formatted(data),
        "look at the census: its map, its ID space, and a key that somebody surrounds: %snetwork"
            .formatted(console),
        "  orb census report %s".formatted(data.resolve("snapshots")),
        "begin a crawl of your own, for example of %s: %scrawls".formatted(last, console),
        "  orb peers --seed %s --data %s".formatted(last, data));
  }

  DemoReport report(String console, double seconds) {
    return new DemoReport(
        console,
        seconds,
        press.edition(),
        peers.fetched(),
        censusAfter,
        house.counted(),
        inTruth,
        torrentsAfter,
        house.torrents(),
        killedAfter,
        missedAfter,
        takenOverAfter,
        peers.cheat(),
        foundOutAfter,
        cheat == null ? null : cheat.standing(),
        cheat == null ? null : cheat.evidence());
  }
}
