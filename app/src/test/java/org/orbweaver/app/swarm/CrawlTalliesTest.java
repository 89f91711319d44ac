package org.orbweaver.app.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlPlan;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.Credentials;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.overlay.task.Task;

/** A peer that counts, in a swarm that is a map; visitors bring it tasks of crawls they made up. */
class CrawlTalliesTest {
  private static final Endpoint HOME = Endpoint.v4(0x3200_0001, 7117);
  private static final int MADE_UP = 10_000;
  private static final int OTHERS = 3;

  private final SecureRandom random = new SecureRandom();
  private final PeerKeys keys = PeerKeys.draw(random);
  private final PeerKeys others = PeerKeys.draw(random);
  private final TreeDisk disk = new TreeDisk();
  private final MapSwarm swarm = new MapSwarm();
  private final KnownCrawls known = new KnownCrawls(swarm::find);
  private final CrawlTallies tallies = new CrawlTallies(disk, swarm, keys, HOME, known);

  /** What a ledger needs here. */
  private static final class TreeDisk implements Disk {
    private final NavigableMap<EntryId, Entry> kept = new TreeMap<>();

    @Override
    public @Nullable Entry get(EntryId id) {
      return kept.get(id);
    }

    @Override
    public List<Entry> from(EntryId id, int most) {
      return kept.tailMap(id, true).values().stream().limit(most).toList();
    }

    @Override
    public void put(Entry entry) {
      kept.put(entry.id(), entry);
    }

    @Override
    public void delete(EntryId id) {
      kept.remove(id);
    }

    @Override
    public void sync(Runnable durable) {
      durable.run();
    }
  }

  /** Answers after a while, and counts how many wait. */
  private final class MapSwarm implements CrawlTallies.Swarm {
    private final Map<EntryId, Entry> kept = new ConcurrentHashMap<>();
    private final AtomicInteger finds = new AtomicInteger();
    private final AtomicInteger stores = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();

    @Override
    public MembershipView view() {
      List<Peer> peers = new ArrayList<>();
      peers.add(new Peer(HOME, 1, 1, 1, new Credentials(keys.verifying())));
      for (int i = 0; i < OTHERS; i++) {
        Endpoint address = Endpoint.v4(0x3300_0001 + (i << 16), 7117);
        peers.add(new Peer(address, 1, 1, 1, new Credentials(others.verifying())));
      }
      return MembershipView.of(peers);
    }

    @Override
    public @Nullable Entry find(EntryId id) {
      finds.incrementAndGet();
      mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      underWay.decrementAndGet();
      return kept.get(id);
    }

    @Override
    public void store(Entry entry) {
      stores.incrementAndGet();
      kept.put(entry.id(), entry);
    }
  }

  private CrawlRecord crawl(int number, PeerKeys of) {
    return CrawlRecord.of(
        new CrawlPlan(number, 1, CrawlPlan.FOR_EVER, List.of("http://a.test/"), Map.of()), of);
  }

  /** So many that some lie with this peer. */
  private void keepTasks(CrawlId crawl, int pages) {
    for (int i = 0; i < pages; i++) {
      disk.put(Task.of(crawl, "http://h%d.test/".formatted(i)).queued());
    }
  }

  private void keepTasksOfMadeUpCrawls() {
    for (int i = 0; i < MADE_UP; i++) {
      disk.put(Task.of(CrawlId.numbered(i), "http://m%d.test/".formatted(i)).queued());
    }
  }

  private boolean isTold(CrawlId crawl) {
    return swarm.kept.containsKey(CrawlTally.id(crawl, keys.verifying()));
  }

  @Test
  void ofCrawlsThatNobodyHasBegunNothingIsToldAndFewAreAskedAbout() throws Exception {
    keepTasksOfMadeUpCrawls();
    for (int i = 0; i < 3; i++) {
      swarm.finds.set(0);
      tallies.round();
      assertThat(swarm.finds.get()).isLessThanOrEqualTo(UnmetCrawls.MOST);
    }
    assertThat(swarm.stores).hasValue(0);
    assertThat(tallies.crawls()).isEmpty();
    assertThat(swarm.mostUnderWay.get()).isBetween(1, CrawlTallies.AT_ONCE);
  }

  @Test
  void aCrawlThatWasMetIsToldAmongThousandsMadeUp() throws Exception {
    keepTasksOfMadeUpCrawls();
    CrawlRecord crawl = crawl(1, keys);
    keepTasks(crawl.number(), 100);
    known.add(0, crawl.stopped(keys));
    tallies.round();
    assertThat(isTold(crawl.number())).isTrue();
    assertThat(tallies.crawls()).containsExactly(crawl.number());
    CrawlTotal total = tallies.of(crawl.number());
    assertThat(total.found()).isBetween(1L, 100L).isEqualTo(total.open());
    assertThat(total.heard()).isEqualTo(1);
    assertThat(swarm.stores).hasValue(1);
  }

  @Test
  void afterARestartCrawlsAreMetAgainByTheirTasks() throws Exception {
    CrawlRecord crawl = crawl(1, others);
    keepTasks(crawl.number(), 100);
    swarm.kept.put(crawl.entry().id(), crawl.entry());
    tallies.round();
    assertThat(isTold(crawl.number())).as("it is asked for first").isFalse();
    tallies.round();
    assertThat(isTold(crawl.number())).isTrue();
  }

  @Test
  void whatOthersCountIsAddedForThisPeersOwnCrawlsBeforeTheManyOfOthers() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      known.add(0, crawl(i, others));
    }
    CrawlRecord mine = crawl(7, keys);
    known.add(0, mine);
    CrawlTally theirs = new CrawlTally(mine.number(), 5, 5, 0, 0, 0, CrawlTotal.QUIET, List.of());
    Entry told = theirs.entry(others, 1);
    swarm.kept.put(told.id(), told);
    for (int i = 0; i < 3; i++) {
      swarm.finds.set(0);
      tallies.round();
      assertThat(tallies.of(mine.number()).done()).isEqualTo(5L * OTHERS); // all of one key
      assertThat(swarm.finds.get()).isLessThanOrEqualTo(CrawlTallies.MOST_CRAWLS * OTHERS);
    }
    assertThat(swarm.mostUnderWay.get()).isBetween(2, CrawlTallies.AT_ONCE);
  }

  @Test
  void crawlsTakeTurns() {
    Set<CrawlId> all = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      all.add(CrawlId.numbered(i));
    }
    Turns turns = new Turns();
    Set<CrawlId> had = new HashSet<>(turns.next(all, 4));
    had.addAll(turns.next(all, 4));
    assertThat(had).hasSize(8);
    had.addAll(turns.next(all, 4));
    assertThat(had).isEqualTo(all);
  }

  @Test
  void crawlsThatWereNotMetAreAskedForAFewAtATimeUntilAllWere() {
    UnmetCrawls unmet = new UnmetCrawls();
    List<CrawlId> all = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      all.add(new CrawlId(random.nextLong(), i));
    }
    List<List<CrawlId>> looks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      all.forEach(unmet::add);
      looks.add(unmet.take());
    }
    assertThat(looks).allMatch(turn -> turn.size() <= UnmetCrawls.MOST);
    assertThat(looks.stream().flatMap(List::stream).collect(Collectors.toSet())).hasSize(150);
    all.forEach(unmet::add);
    assertThat(unmet.take()).as("from the beginning again").isEqualTo(looks.getFirst());
  }
}
