package org.orbweaver.app.swarm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.orbweaver.app.ThreadEnd;
import org.orbweaver.kademlia.Endpoint;
import org.orbweaver.overlay.crawl.CrawlRecord;
import org.orbweaver.overlay.crawl.CrawlTally;
import org.orbweaver.overlay.crawl.KnownCrawls;
import org.orbweaver.overlay.keys.PeerKeys;
import org.orbweaver.overlay.ledger.Disk;
import org.orbweaver.overlay.ledger.Entry;
import org.orbweaver.overlay.ledger.EntryId;
import org.orbweaver.overlay.membership.MembershipView;
import org.orbweaver.overlay.membership.Peer;
import org.orbweaver.overlay.memory.LruMap;
import org.orbweaver.overlay.task.CrawlId;
import org.orbweaver.udp.MonotonicClock;

/**
 * Counts how far crawls are. Every few seconds this peer looks through its ledger, counts the tasks
 * that it is the primary of, and has the swarm keep the sums, signed ({@link CrawlTally}); those of
 * all living peers make up the whole crawl. A look takes its time, so the next comes twenty times
 * as long after.
 *
 * <p>Only crawls whose record this peer has met are counted: a visitor can send tasks of ten
 * thousand crawls that do not exist, and a tally of each would be signed, stored on r disks and
 * asked for from everybody, for good. How many are told and asked about in a round is bounded, too;
 * past that they take turns.
 */
final class CrawlTallies implements AutoCloseable {
  private static final long PAUSE_MILLIS = 5_000;
  private static final int PATIENCE = 20;
  private static final int SCAN = 1_024;

  /** Crawls that are told, and asked about, in a round. */
  static final int MOST_CRAWLS = 256;

  /** Questions to the swarm that are under way at once; the rest wait. */
  static final int AT_ONCE = 16;

  /** Crawls of which it is remembered what was told. */
  private static final int MOST_TOLD = 4_096;

  /** Peers whose tallies are read; of a larger swarm the picture has gaps, and says so. */
  private static final int MOST_PEERS = 512;

  /** Ranks are seconds since then, in 2023: they fit for 68 years. */
  private static final long EPOCH = 1_700_000_000L;

  /** What the swarm keeps, and who answers for it; asked by many threads, which wait. */
  interface Swarm {
    MembershipView view();

    /** Null if nobody has it. */
    @Nullable Entry find(EntryId id);

    /**
     * Returns when it is on r disks.
     *
     * @throws IllegalStateException if that takes too long
     */
    void store(Entry entry);
  }

  private final Disk disk;
  private final Swarm swarm;
  private final PeerKeys keys;
  private final Endpoint home;
  private final KnownCrawls known;
  private final Thread thread;
  private final UnmetCrawls unmet = new UnmetCrawls();
  private final Turns telling = new Turns();
  private final Turns askingOwn = new Turns();
  private final Turns askingOthers = new Turns();
  private final Map<CrawlId, CrawlTally> told =
      Collections.synchronizedMap(new LruMap<>(MOST_TOLD));
  private volatile Map<CrawlId, CrawlTotal> totals = Map.of();
  private volatile Map<CrawlId, CrawlTally> own = Map.of();

  /**
   * @param known crawls that this peer has met
   */
  CrawlTallies(Disk disk, Swarm swarm, PeerKeys keys, Endpoint home, KnownCrawls known) {
    this.disk = disk;
    this.swarm = swarm;
    this.keys = keys;
    this.home = home;
    this.known = known;
    this.thread = Thread.ofPlatform().daemon().name("tallies").unstarted(this::run);
  }

  /** Counts from now on. */
  void start() {
    thread.start();
  }

  CrawlTotal of(CrawlId crawl) {
    return totals.getOrDefault(crawl, CrawlTotal.NONE);
  }

  /** Those this peer has tasks of. */
  Set<CrawlId> crawls() {
    return own.keySet();
  }

  private void run() {
    try {
      while (true) {
        long began = System.nanoTime();
        long looked = round();
        // Others' answers cost this disk nothing; but a round that takes long takes their time.
        long took = System.nanoTime() - began;
        long pause = Math.max(PATIENCE * looked, took) / 1_000_000;
        Thread.sleep(Math.max(PAUSE_MILLIS, pause));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer ends
    }
  }

  /** Counts, tells and asks once; returns for how long it looked through the ledger. */
  long round() throws InterruptedException {
    long began = System.nanoTime();
    long looked = 0;
    try {
      MembershipView ring = swarm.view();
      Set<CrawlId> met = new HashSet<>();
      Set<CrawlId> mine = new HashSet<>();
      for (CrawlRecord record : known.all()) {
        CrawlId number = record.number();
        met.add(number);
        if (record.isOf(keys)) {
          mine.add(number);
        }
      }
      own = counted(ring, met);
      looked = System.nanoTime() - began;
      meet(unmet.take());
      tell(met);
      totals = totals(ring, met, mine);
    } catch (IllegalStateException e) {
      // The peer is busy, or ends: then this thread is interrupted.
    }
    return looked;
  }

  private Map<CrawlId, CrawlTally> counted(MembershipView ring, Set<CrawlId> met)
      throws InterruptedException {
    Map<CrawlId, TaskCount> counts = new HashMap<>();
    EntryId next = EntryId.FIRST;
    while (next != null) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      List<Entry> some = disk.from(next, SCAN);
      some.stream()
          .filter(entry -> isMine(ring, entry))
          .forEach(entry -> TaskCount.add(entry, met, counts, unmet));
      next = some.size() < SCAN ? null : some.getLast().id().next();
    }
    Map<CrawlId, CrawlTally> tallies = new HashMap<>();
    counts.forEach((crawl, count) -> tallies.put(crawl, count.tally(crawl, own.get(crawl))));
    return tallies;
  }

  private boolean isMine(MembershipView ring, Entry entry) {
    List<Peer> primary = ring.closest(entry.id().key(), 1);
    return primary.isEmpty() || primary.getFirst().address().equals(home);
  }

  /** Asks whether there are such crawls at all; those that there are count from the next round. */
  private void meet(List<CrawlId> crawls) {
    try (ExecutorService askers = askers()) {
      for (CrawlId crawl : crawls) {
        askers.execute(
            () -> {
              try {
                known.get(MonotonicClock.now(), crawl);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the peer ends
              }
            });
      }
    }
  }

  private static ExecutorService askers() {
    return Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory());
  }

  /** Has the swarm keep what is news. */
  private void tell(Set<CrawlId> met) {
    Set<CrawlId> news = new HashSet<>(own.keySet());
    synchronized (told) {
      news.addAll(told.keySet()); // of which all tasks may be another's now
    }
    news.retainAll(met); // of one that was forgotten it is not known what is here
    news.removeIf(crawl -> tally(crawl).equals(told.get(crawl)));
    try (ExecutorService askers = askers()) {
      for (CrawlId crawl : telling.next(news, MOST_CRAWLS)) {
        askers.execute(() -> tell(crawl));
      }
    }
  }

  private CrawlTally tally(CrawlId crawl) {
    return own.getOrDefault(crawl, CrawlTotal.nothing(crawl));
  }

  private void tell(CrawlId crawl) {
    CrawlTally now = tally(crawl);
    long seconds = MonotonicClock.now() / 1_000_000_000;
    try {
      swarm.store(now.entry(keys, rank(crawl, (int) (seconds - EPOCH))));
      told.put(crawl, now);
    } catch (IllegalStateException e) {
      // The peer is busy, or ends; it is still news in the next round.
    }
  }

  /** More than before, though this machine's clock may have been set back since. */
  private int rank(CrawlId crawl, int seconds) {
    Entry before =
        told.containsKey(crawl) ? null : swarm.find(CrawlTally.id(crawl, keys.verifying()));
    return before == null ? seconds : Math.max(seconds, before.rank() + 1);
  }

  /** The crawls of this peer's owner have half of the turns, however many others there are. */
  private Map<CrawlId, CrawlTotal> totals(
      MembershipView ring, Set<CrawlId> met, Set<CrawlId> mine) {
    Set<CrawlId> others = new HashSet<>(met);
    others.removeAll(mine);
    List<CrawlId> turn = new ArrayList<>(askingOwn.next(mine, MOST_CRAWLS / 2));
    turn.addAll(askingOthers.next(others, MOST_CRAWLS - turn.size()));
    List<Peer> peers = ring.peers();
    Map<CrawlId, CrawlTotal> sums = new ConcurrentHashMap<>();
    try (ExecutorService askers = askers()) {
      for (CrawlId crawl : turn) {
        sums.put(crawl, CrawlTotal.of(own.get(crawl), peers.size()));
        peers.stream()
            .filter(peer -> !peer.address().equals(home))
            .limit(MOST_PEERS)
            .forEach(
                peer ->
                    askers.execute(
                        () -> {
                          CrawlTally its = read(crawl, peer);
                          sums.computeIfPresent(crawl, (id, sum) -> sum.and(its));
                        }));
      }
    }
    Map<CrawlId, CrawlTotal> all = new HashMap<>(totals);
    all.keySet().retainAll(met);
    all.putAll(sums);
    return all;
  }

  private @Nullable CrawlTally read(CrawlId crawl, Peer of) {
    Entry entry = swarm.find(CrawlTally.id(crawl, of.credentials().signingKey()));
    return entry == null ? null : CrawlTally.read(entry);
  }

  /** The ledger may be closed afterwards. */
  @Override
  public void close() {
    ThreadEnd.await(thread);
  }
}
